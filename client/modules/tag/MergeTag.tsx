import { useState } from 'react'
import { graphql } from 'react-relay'
import type { MergeTagMutation } from '../../__generated__/MergeTagMutation.graphql.ts'
import { toast } from '../../app/toasts.ts'
import { useMutation } from '../../relay/useMutation.ts'
import { ConfirmDialog } from '../../ui/feedback/ConfirmDialog.tsx'
import { SelectField } from '../../ui/form/SelectField.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'

type Tag = { id: string; name: string; carrierCount: number | null | undefined }

type Props = { tag: Tag; others: readonly Tag[]; onDone: () => void; onClose: () => void }

/** Merges a tag into another, after saying what happens to its problems. */
export function MergeTag({ tag: { id, name, carrierCount }, others, onDone, onClose }: Props) {
  const { t, i18n } = useTranslation()
  const [intoId, setIntoId] = useState('')
  const [missing, setMissing] = useState(false)
  const [merge, { words }] = useMutation<MergeTagMutation>(
    graphql`
      mutation MergeTagMutation($input: MergeTagsInput!) {
        mergeTags(input: $input) {
          id
          name
        }
      }
    `,
    { quiet: true },
  )
  const sorted = [...others].sort((one, other) => one.name.localeCompare(other.name, i18n.language))
  return (
    <ConfirmDialog
      title={t('tag:mergeTitle', { name })}
      confirm={t('tag:merge')}
      destructive
      refused={words}
      onConfirm={async () => {
        if (!intoId) {
          setMissing(true)
          return false
        }
        const merged = await merge({ input: { fromId: id, intoId } })
        if (!merged) return false
        toast.success(t('tag:merged', { name, into: merged.mergeTags.name }))
        onDone()
        return true
      }}
      onClose={onClose}
    >
      <p>{t('tag:mergeText', { count: carrierCount ?? 0, name })}</p>
      <SelectField
        label={t('tag:field.into')}
        value={intoId}
        error={missing && !intoId ? t('tag:choose') : null}
        options={[
          { value: '', label: t('tag:choose') },
          ...sorted.map((other) => ({ value: other.id, label: other.name })),
        ]}
        onChange={setIntoId}
      />
    </ConfirmDialog>
  )
}
