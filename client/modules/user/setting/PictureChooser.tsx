import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { type ReactNode, Suspense, useRef, useState } from 'react'
import { toast } from '../../../app/toasts.ts'
import { lazyPart } from '../../../ui/lazyPart.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'

const CropDialog = lazyPart(async () => (await import('./CropDialog.tsx')).CropDialog)

const TYPES = ['image/gif', 'image/jpeg', 'image/png', 'image/bmp', 'image/webp']
const MAX_BYTES = 2 * 2 ** 20

type Props = {
  /** The current avatar. */
  avatar: ReactNode
  shape: 'round' | 'rect'
  /** Uploads the cropped picture; throws when it is refused. */
  onSave: (picture: File) => Promise<unknown>
  /** Removes the avatar; null when there is none. */
  onRemove: (() => void) | null
  /** Whether it is being removed. */
  removing: boolean
}

/** An avatar of a user or a group: choose a picture and crop it, or remove it. */
export function PictureChooser({ avatar, shape, onSave, onRemove, removing }: Props) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState<File | null>(null)

  const choose = (file: File | undefined) => {
    if (!file) return
    if (!TYPES.includes(file.type)) return toast.warning(t('setting:picture.type'))
    if (file.size > MAX_BYTES) return toast.warning(t('setting:picture.size'))
    setChosen(file)
  }

  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 4 }}>
      {avatar}
      <Box sx={{ display: 'grid', gap: 2 }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
          <Button onClick={() => input.current?.click()}>{t('setting:picture.choose')}</Button>
          {onRemove && (
            <Button variant="text" loading={removing} onClick={onRemove}>
              {t('setting:picture.remove')}
            </Button>
          )}
        </Box>
        <Box sx={{ typography: 'caption', color: 'text.tertiary' }}>{t('setting:picture.hint')}</Box>
      </Box>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t('setting:picture.choose')}
        accept={TYPES.join()}
        onChange={({ target }) => {
          choose(target.files?.[0])
          target.value = ''
        }}
      />
      {chosen && (
        <Suspense fallback={null}>
          <CropDialog file={chosen} shape={shape} onSave={onSave} onClose={() => setChosen(null)} />
        </Suspense>
      )}
    </Box>
  )
}
