import Box from '@mui/material/Box'
import { graphql, useFragment } from 'react-relay'
import type { SlideDialog_slide$key } from '../../__generated__/SlideDialog_slide.graphql.ts'
import type { SlideDialogMutation } from '../../__generated__/SlideDialogMutation.graphql.ts'
import { toast } from '../../app/toasts.ts'
import { asRows, byLocale } from '../../relay/localized.ts'
import { useEditing } from '../../relay/useEditing.ts'
import { useMutation } from '../../relay/useMutation.ts'
import { Field } from '../../ui/controls/Field.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { LocaleField } from '../../ui/form/LocaleField.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'

/** Whether a text is empty, a path of this site or a web address. */
const isHref = (text: string) => text.trim() === '' || /^(\/(?![/\\])|https?:\/\/)/.test(text.trim())

type Props = { slide: SlideDialog_slide$key; name: string; onClose: () => void }

/** Edits the text and the link of a slide. */
export function SlideDialog({ slide, name, onClose }: Props) {
  const { t } = useTranslation()
  const fields = useFragment(
    graphql`
      fragment SlideDialog_slide on CarouselSlide {
        id
        version
        imageUrl
        href
        captions {
          locale
          title
          subtitle
        }
      }
    `,
    slide,
  )
  const form = useEditing({
    values: {
      title: byLocale(fields.captions, (row) => row?.title ?? ''),
      subtitle: byLocale(fields.captions, (row) => row?.subtitle ?? ''),
      href: fields.href ?? '',
    },
    version: fields.version,
    rules: ({ href }) => ({ href: isHref(href) ? null : { words: t('ui:fault.NOT_A_LINK') } }),
  })
  const [save, { pending }] = useMutation<SlideDialogMutation>(
    graphql`
      mutation SlideDialogMutation($input: ChangeCarouselSlideInput!) {
        changeCarouselSlide(input: $input) {
          title
          subtitle
          ...SlideDialog_slide
        }
      }
    `,
    { form },
  )
  const send = form.sending(async () => {
    const { title, subtitle, href } = form.values
    const captions = asRows(byBoth(title, subtitle), (caption) => caption)
    const saved = await save({ input: { id: fields.id, version: form.version, captions, href: href.trim() } })
    if (!saved) return null
    toast.success(t('site:saved'))
    onClose()
    return saved
  })

  return (
    <FormDialog
      title={t('site:slides.editTitle', { name })}
      form={form}
      onSubmit={send}
      onClose={onClose}
      pending={pending}
    >
      <Box
        component="img"
        src={fields.imageUrl}
        alt=""
        sx={{
          width: '100%',
          aspectRatio: '5 / 2',
          objectFit: 'cover',
          borderRadius: 1,
          bgcolor: 'surface.fill',
        }}
      />
      <LocaleField
        label={t('site:slides.caption')}
        bind={(locale) => form.field(`title.${locale}`)}
        maxLength={200}
      />
      <LocaleField
        label={t('site:slides.subtitle')}
        bind={(locale) => form.field(`subtitle.${locale}`)}
        maxLength={500}
      />
      <Field
        label={t('site:slides.href')}
        hint={t('site:slides.hrefHint')}
        placeholder="/problem"
        maxLength={500}
        {...form.field('href')}
      />
    </FormDialog>
  )
}

type ByLocale = ReturnType<typeof byLocale<{ locale: string }, string>>

const byBoth = (title: ByLocale, subtitle: ByLocale) => ({
  'zh-CN': { title: title['zh-CN'], subtitle: subtitle['zh-CN'] },
  'en-US': { title: title['en-US'], subtitle: subtitle['en-US'] },
})
