import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { useTextUpload } from '../../../../relay/files/useTextUpload.ts'
import { Icon } from '../../../../ui/controls/Icon.tsx'
import { useTranslation } from '../../../../ui/useTranslation.ts'
import { GoodsPicture } from '../../goods/GoodsPicture.tsx'

type Props = {
  /** Address of the picture; empty: none. */
  value: string
  error: string | null
  onChange: (address: string) => void
}

/** Picture of goods: upload, replace, remove. */
export function ItemPicture({ value, error, onChange }: Props) {
  const { t } = useTranslation()
  const upload = useTextUpload()
  const [uploading, setUploading] = useState(false)
  const take = async (picture: File | undefined) => {
    if (!picture) return
    setUploading(true)
    const address = await upload(picture, 'picture')
    setUploading(false)
    if (address) onChange(address)
  }
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 3 }}>
      <Box sx={{ width: 96, flex: 'none', borderRadius: 1.5, overflow: 'hidden' }}>
        <GoodsPicture src={value} height={72} />
      </Box>
      <Box sx={{ display: 'grid', gap: 1.5 }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
          <Button component="label" size="small" loading={uploading} startIcon={<Icon name="upload" />}>
            {t(value ? 'shop:admin.items.replace' : 'shop:admin.items.upload')}
            <input
              type="file"
              hidden
              accept="image/png,image/jpeg,image/webp,image/gif"
              onChange={({ target }) => {
                void take(target.files?.[0])
                target.value = ''
              }}
            />
          </Button>
          {value && (
            <Button size="small" onClick={() => onChange('')}>
              {t('shop:admin.items.removePicture')}
            </Button>
          )}
        </Box>
        <Box sx={{ typography: 'caption', color: error ? 'verdict.WA.fg' : 'text.tertiary' }}>
          {error ?? t('shop:admin.items.pictureHint')}
        </Box>
      </Box>
    </Box>
  )
}
