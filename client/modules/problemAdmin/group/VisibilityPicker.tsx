import Box from '@mui/material/Box'
import { graphql } from 'react-relay'
import type { ManagedGroupTable_problems$data } from '../../../__generated__/ManagedGroupTable_problems.graphql.ts'
import type { VisibilityPickerMutation } from '../../../__generated__/VisibilityPickerMutation.graphql.ts'
import { useMutation } from '../../../relay/useMutation.ts'
import { Picker } from '../../../ui/controls/Picker.tsx'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { GROUP_VISIBILITIES } from '../../problem/adminAddresses.ts'

type Row = ManagedGroupTable_problems$data['edges'][number]['node']

type Props = {
  row: Pick<Row, 'problemId' | 'displayId' | 'visibility' | 'viewerCanManage'>
  onDone: () => void
}

/** Select of who sees a group's problem; text where the viewer may not change it. */
export function VisibilityPicker({ row, onDone }: Props) {
  const { t } = useTranslation()
  const { problemId: id, displayId, visibility, viewerCanManage } = row
  const [change, { pending }] = useMutation<VisibilityPickerMutation>(graphql`
    mutation VisibilityPickerMutation($input: UpdateProblemInput!) {
      updateProblem(input: $input) {
        id
        visibility
      }
    }
  `)
  const words = (value: typeof visibility) => t(`problemAdmin:visibility.${value}`)
  const isChosen = GROUP_VISIBILITIES.some((one) => one === visibility)
  if (!viewerCanManage || visibility === 'PUBLIC')
    return (
      <Box component="span" sx={{ typography: 'dense', color: 'text.secondary' }}>
        {words(visibility)}
      </Box>
    )
  return (
    <Picker
      label={t('problemAdmin:visibilityNamed', { name: displayId })}
      hiddenLabel
      disabled={pending}
      value={visibility}
      options={[
        ...(isChosen ? [] : [{ value: visibility, label: words(visibility), disabled: true }]),
        ...GROUP_VISIBILITIES.map((value) => ({ value, label: words(value) })),
      ]}
      onChange={async (value) => {
        const wanted = GROUP_VISIBILITIES.find((one) => one === value)
        if (wanted && (await change({ input: { id, changes: { visibility: wanted } } }))) onDone()
      }}
    />
  )
}
