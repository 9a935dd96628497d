import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import { useEffect, useId, useRef } from 'react'
import { toast } from '../../../app/toasts.ts'
import { Icon } from '../../../ui/controls/Icon.tsx'
import type { Bound } from '../../../ui/form/useForm.ts'
import { formatLength } from '../../../ui/text/format.ts'
import { DropZone } from '../../../ui/upload/DropZone.tsx'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { useVideoUpload, type VideoUpload } from '../video/useVideoUpload.ts'
import type { VideoValue } from './lessonValues.ts'

type Props = Bound<VideoValue | null> & {
  /** Tells whether an upload is under way or paused. */
  onBusy: (busy: boolean) => void
}

/** The video of a node: uploaded in fragments, with a preview. */
export function VideoField({ value, error, onChange, onBusy }: Props) {
  const { t } = useTranslation()
  const id = useId()
  const { current, start, pause, cancel } = useVideoUpload((video, isKnown) => {
    onChange(video)
    toast.success(t(isKnown ? 'lesson:upload.already' : 'lesson:upload.published'))
  })
  const isBusy = current !== null && current.state !== 'failed'
  const tell = useRef(onBusy)
  tell.current = onBusy
  useEffect(() => tell.current(isBusy), [isBusy])
  return (
    <Box role="group" aria-labelledby={`${id}-label`} sx={{ display: 'grid', gap: 2, minWidth: 0 }}>
      <Box id={`${id}-label`} sx={{ typography: 'dense', fontWeight: 600 }}>
        {t('lesson:field.videoId')}
      </Box>
      {value && !current && (
        <>
          <Box
            component="video"
            src={value.url}
            poster={value.posterUrl ?? undefined}
            aria-label={t('lesson:field.videoId')}
            controls
            preload="metadata"
            sx={{
              width: '100%',
              maxWidth: 480,
              aspectRatio: '16 / 9',
              borderRadius: 1,
              bgcolor: 'common.black',
            }}
          />
          <Box>
            <Button size="small" startIcon={<Icon name="trash" />} onClick={() => onChange(null)}>
              {t('lesson:upload.remove')}
            </Button>
          </Box>
        </>
      )}
      {current ? (
        <Progress upload={current} onPause={pause} onGo={() => void start(current.file)} onCancel={cancel} />
      ) : (
        <DropZone
          label={t(value ? 'lesson:upload.replace' : 'lesson:upload.choose')}
          hint={t('lesson:upload.hint')}
          accept="video/mp4,.mp4"
          multiple={false}
          onFiles={([file]) => void start(file ?? null)}
        />
      )}
      {error && (
        <Box role="alert" sx={{ typography: 'caption', color: 'verdict.WA.fg' }}>
          {error}
        </Box>
      )}
    </Box>
  )
}

type ProgressProps = { upload: VideoUpload; onPause: () => void; onGo: () => void; onCancel: () => void }

function Progress({ upload, onPause, onGo, onCancel }: ProgressProps) {
  const { t } = useTranslation()
  const { file, state, share, words } = upload
  const isStopped = state === 'paused' || state === 'failed'
  return (
    <Box
      sx={{
        px: 3,
        py: 2,
        borderRadius: 1,
        border: 1,
        borderColor: state === 'failed' ? 'verdict.WA.border' : 'accent.border',
        bgcolor: state === 'failed' ? 'verdict.WA.bg' : 'accent.subtle',
        typography: 'dense',
      }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, rowGap: 1 }}>
        <Box component="span" sx={{ fontWeight: 600, overflowWrap: 'anywhere', minWidth: 0 }}>
          {file.name}
        </Box>
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {formatLength(file.size)}
        </Box>
        {state !== 'failed' && (
          <Box component="span" role="status" sx={{ ml: 'auto' }}>
            {t(`lesson:upload.${state}`)}
          </Box>
        )}
        {state !== 'failed' && (
          <Box component="span" sx={{ fontVariantNumeric: 'tabular-nums' }}>
            {`${Math.floor(share * 100)}%`}
          </Box>
        )}
      </Box>
      {state === 'failed' ? (
        <Box role="alert" sx={{ color: 'verdict.WA.fg' }}>
          {words}
        </Box>
      ) : (
        <LinearProgress
          variant="determinate"
          value={share * 100}
          aria-label={t('lesson:upload.progress', { name: file.name })}
          sx={{ my: 1 }}
        />
      )}
      <Box sx={{ display: 'flex', gap: 2, mt: 1 }}>
        {isStopped ? (
          <Button size="small" startIcon={<Icon name="retry" />} onClick={onGo}>
            {t(state === 'paused' ? 'lesson:upload.resume' : 'lesson:upload.retry')}
          </Button>
        ) : (
          <Button size="small" startIcon={<Icon name="pause" />} onClick={onPause}>
            {t('lesson:upload.pause')}
          </Button>
        )}
        <Button size="small" startIcon={<Icon name="cross" />} onClick={onCancel}>
          {t('lesson:upload.cancel')}
        </Button>
      </Box>
    </Box>
  )
}
