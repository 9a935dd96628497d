import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { Suspense, useRef, useState } from 'react'
import { graphql, useFragment } from 'react-relay'
import type { PictureField_profile$key } from '../../../__generated__/PictureField_profile.graphql.ts'
import type { PictureFieldMutation } from '../../../__generated__/PictureFieldMutation.graphql.ts'
import { toast } from '../../../app/toasts.ts'
import { useMutation } from '../../../relay/useMutation.ts'
import { lazyPart } from '../../../ui/lazyPart.ts'
import { Avatar } from '../../../ui/text/Avatar.tsx'
import { useTranslation } from '../../../ui/useTranslation.ts'

const CropDialog = lazyPart(async () => (await import('./CropDialog.tsx')).CropDialog)

const TYPES = ['image/gif', 'image/jpeg', 'image/png', 'image/bmp', 'image/webp']
const MAX_BYTES = 2 * 2 ** 20

/** The viewer's avatar: upload and crop, or remove. */
export function PictureField(props: { profile: PictureField_profile$key }) {
  const { t } = useTranslation()
  const { user } = useFragment(
    graphql`
      fragment PictureField_profile on Profile {
        user {
          username
          avatar
        }
      }
    `,
    props.profile,
  )
  const input = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState<File | null>(null)
  const [remove, { pending }] = useMutation<PictureFieldMutation>(graphql`
    mutation PictureFieldMutation {
      removeAvatar {
        id
        version
        user {
          id
          avatar
        }
      }
    }
  `)

  const choose = (file: File | undefined) => {
    if (!file) return
    if (!TYPES.includes(file.type)) return toast.warning(t('setting:picture.type'))
    if (file.size > MAX_BYTES) return toast.warning(t('setting:picture.size'))
    setChosen(file)
  }

  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 4 }}>
      <Avatar name={user.username} src={user.avatar} size={72} />
      <Box sx={{ display: 'grid', gap: 2 }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
          <Button onClick={() => input.current?.click()}>{t('setting:picture.choose')}</Button>
          {user.avatar && (
            <Button variant="text" loading={pending} onClick={() => void remove({})}>
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
          <CropDialog file={chosen} onClose={() => setChosen(null)} />
        </Suspense>
      )}
    </Box>
  )
}
