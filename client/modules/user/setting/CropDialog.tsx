import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Slider from '@mui/material/Slider'
import { useEffect, useMemo, useState } from 'react'
import Cropper, { type Area, type Point } from 'react-easy-crop'
import { useRevalidator } from 'react-router-dom'
import { toast } from '../../../app/toasts.ts'
import { shell } from '../../../relay/shell.ts'
import { Modal } from '../../../ui/feedback/Modal.tsx'
import { FormAlert } from '../../../ui/form/FormAlert.tsx'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { cutOut } from './cutOut.ts'

/** Width and height of the saved picture (px). */
const SIDE = 200

type Props = {
  file: File
  /** Cuts the corners of a user's avatar in the preview. */
  shape: 'round' | 'rect'
  /** Uploads the cropped picture; throws when it is refused. */
  onSave: (picture: File) => Promise<unknown>
  onClose: () => void
}

/** Crops a picture to a square and sets it as the avatar. */
export function CropDialog({ file, shape, onSave, onClose }: Props) {
  const { t } = useTranslation()
  const { revalidate } = useRevalidator()
  const [crop, setCrop] = useState<Point>({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const [area, setArea] = useState<Area | null>(null)
  const [broken, setBroken] = useState(false)
  const [sending, setSending] = useState(false)
  const url = useMemo(() => URL.createObjectURL(file), [file])
  useEffect(() => () => URL.revokeObjectURL(url), [url])

  const save = async () => {
    if (!area) return
    setSending(true)
    try {
      await onSave(await cutOut(url, area, SIDE))
      toast.success(t('setting:picture.done'))
      onClose()
      void revalidate()
    } catch (error) {
      toast.error(shell().words(error as Error))
    } finally {
      setSending(false)
    }
  }

  return (
    <Modal
      title={t('setting:picture.crop')}
      width={420}
      sticky
      onClose={onClose}
      actions={
        <>
          <Button size="large" onClick={onClose}>
            {t('ui:confirm.cancel')}
          </Button>
          <Button
            size="large"
            variant="contained"
            color="primary"
            disabled={!area || broken}
            loading={sending}
            onClick={() => void save()}
          >
            {t('setting:picture.save')}
          </Button>
        </>
      }
    >
      {broken ? (
        <FormAlert>{t('setting:picture.broken')}</FormAlert>
      ) : (
        <>
          <Box
            sx={{
              position: 'relative',
              height: 300,
              borderRadius: 1,
              overflow: 'hidden',
              bgcolor: 'surface.fill',
            }}
          >
            <Cropper
              image={url}
              crop={crop}
              zoom={zoom}
              aspect={1}
              cropSize={{ width: SIDE, height: SIDE }}
              cropShape={shape}
              showGrid={false}
              onCropChange={setCrop}
              onZoomChange={setZoom}
              onCropComplete={(_, pixels) => setArea(pixels)}
              mediaProps={{ alt: '', onError: () => setBroken(true) }}
              cropperProps={{ role: 'group', 'aria-label': t('setting:picture.move') }}
            />
          </Box>
          <Box sx={{ typography: 'caption', color: 'text.tertiary', mt: 2 }}>{t('setting:picture.move')}</Box>
          <Slider
            aria-label={t('setting:picture.zoom')}
            value={zoom}
            min={1}
            max={4}
            step={0.05}
            onChange={(_, value) => setZoom(value as number)}
            sx={{ mt: 2 }}
          />
        </>
      )}
    </Modal>
  )
}
