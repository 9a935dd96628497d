import Box from '@mui/material/Box'
import { Suspense, useState } from 'react'
import { graphql, useFragment } from 'react-relay'
import type { SlidePanel_site$key } from '../../__generated__/SlidePanel_site.graphql.ts'
import type { SlidePanelMoveMutation } from '../../__generated__/SlidePanelMoveMutation.graphql.ts'
import type { SlidePanelRemoveMutation } from '../../__generated__/SlidePanelRemoveMutation.graphql.ts'
import type { SlidePanelSubscription } from '../../__generated__/SlidePanelSubscription.graphql.ts'
import { toast } from '../../app/toasts.ts'
import { useUploads } from '../../relay/files/useUploads.ts'
import { useLive } from '../../relay/useLive.ts'
import { useMutation } from '../../relay/useMutation.ts'
import { Confirm } from '../../ui/feedback/Confirm.tsx'
import { FormCard } from '../../ui/form/FormCard.tsx'
import { lazyPart } from '../../ui/lazyPart.ts'
import { OrderNote } from '../../ui/table/OrderNote.tsx'
import { movedIn } from '../../ui/table/order.ts'
import { useOrder } from '../../ui/table/useOrder.ts'
import { DropZone } from '../../ui/upload/DropZone.tsx'
import { UploadList } from '../../ui/upload/UploadList.tsx'
import { useKept } from '../../ui/useKept.ts'
import { useTranslation } from '../../ui/useTranslation.ts'
import { SlideRow } from './SlideRow.tsx'

const SlideDialog = lazyPart(async () => (await import('./SlideDialog.tsx')).SlideDialog)

/** Slides of the home page: upload, reorder, edit, delete; each action takes effect at once. */
export function SlidePanel({ site }: { site: SlidePanel_site$key }) {
  const { t } = useTranslation()
  const { carousel } = useFragment(
    graphql`
      fragment SlidePanel_site on Site {
        carousel {
          id
          title
          ...SlideRow_slide
          ...SlideDialog_slide
        }
      }
    `,
    site,
  )
  useLive<SlidePanelSubscription>(
    graphql`
      subscription SlidePanelSubscription {
        carouselSlidesChanged {
          site {
            ...SlidePanel_site
          }
        }
      }
    `,
    {},
  )
  const [move] = useMutation<SlidePanelMoveMutation>(graphql`
    mutation SlidePanelMoveMutation($input: MoveCarouselSlideInput!) {
      moveCarouselSlide(input: $input) {
        ...SlidePanel_site
      }
    }
  `)
  const [remove, removing] = useMutation<SlidePanelRemoveMutation>(
    graphql`
      mutation SlidePanelRemoveMutation($input: RemoveCarouselSlideInput!) {
        removeCarouselSlide(input: $input) {
          ...SlidePanel_site
        }
      }
    `,
    { quiet: true },
  )
  const [open, setOpen] = useState<{ act: 'edit' | 'remove'; id: string } | null>(null)
  const [said, setSaid] = useState('')
  const uploads = useUploads('slide', () => toast.success(t('site:slides.added')))
  const order = useOrder(
    carousel,
    ({ id }) => id,
    (wanted, before) => {
      const moved = movedIn(before, wanted)
      return moved && move({ input: moved })
    },
  )
  const nameOf = (title: string, place: number) => title || t('site:slides.unnamed', { number: place + 1 })
  const place = order.rows.findIndex(({ id }) => id === open?.id)
  const slide = order.rows[place]
  const edited = useKept(order.rows[place], open?.act === 'edit' ? open.id : null)
  const close = () => setOpen(null)

  return (
    <FormCard title={t('site:slides.title')} text={t('site:slides.text')}>
      <DropZone
        label={t('site:slides.add')}
        hint={t('site:slides.hint')}
        accept="image/png,image/jpeg,image/gif,image/webp,image/bmp"
        onFiles={uploads.add}
      />
      <UploadList {...uploads} />
      {order.rows.length === 0 ? (
        <Box sx={{ typography: 'dense', color: 'text.secondary', textAlign: 'center' }}>
          {t('site:slides.empty')}
        </Box>
      ) : (
        <Box
          component="ol"
          aria-label={t('site:slides.title')}
          sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0,1fr)' }}
        >
          {order.rows.map((slide, index) => (
            <SlideRow
              key={slide.id}
              slide={slide}
              name={nameOf(slide.title, index)}
              place={index}
              total={order.rows.length}
              onMove={order.move}
              onSay={setSaid}
              onEdit={() => setOpen({ act: 'edit', id: slide.id })}
              onRemove={() => setOpen({ act: 'remove', id: slide.id })}
            />
          ))}
        </Box>
      )}
      <OrderNote said={said} />
      {edited && (
        <Suspense>
          <SlideDialog key={edited.id} slide={edited} name={nameOf(edited.title, place)} onClose={close} />
        </Suspense>
      )}
      {slide && open?.act === 'remove' && (
        <Confirm
          title={t('site:slides.removeTitle', { name: nameOf(slide.title, place) })}
          confirm={t('site:slides.remove')}
          destructive
          onConfirm={() => remove({ input: { id: slide.id } })}
          refused={removing.words}
          onClose={close}
        >
          {t('site:slides.removeText')}
        </Confirm>
      )}
    </FormCard>
  )
}
