import Box from '@mui/material/Box'
import type { MarkdownTree } from '#server/shared/markdown/tree.ts'
import { Modal } from '../../../ui/feedback/Modal.tsx'
import { MarkdownTreeView } from '../../../ui/markdown/Markdown.tsx'

type Props = { title: string; tree: MarkdownTree; onClose: () => void }

/** Dialog that shows an announcement to administrators who may not change it. */
export const ReadNotice = ({ title, tree, onClose }: Props) => (
  <Modal title={title} width={720} onClose={onClose}>
    <Box sx={{ overflowWrap: 'anywhere' }}>
      <MarkdownTreeView size="body" tree={tree} />
    </Box>
  </Modal>
)
