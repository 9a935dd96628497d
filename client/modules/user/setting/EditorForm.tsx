import Box from '@mui/material/Box'
import { graphql, useFragment } from 'react-relay'
import type { EditorForm_profile$key } from '../../../__generated__/EditorForm_profile.graphql.ts'
import { keepChoice } from '../../../app/preferences.ts'
import { EditorFields } from './EditorFields.tsx'

/** Editor choices, saved to the account; open problems on all devices follow. */
export function EditorForm(props: { profile: EditorForm_profile$key }) {
  const { editor } = useFragment(
    graphql`
      fragment EditorForm_profile on Profile {
        editor {
          theme: themeName
          fontSize: fontPixels
          tabSize: tabWidth
          dialog
        }
      }
    `,
    props.profile,
  )
  const look = {
    theme: editor?.theme ?? 'site',
    fontSize: editor?.fontSize ?? 14,
    tabSize: editor?.tabSize ?? 4,
  }
  return (
    <Box sx={{ maxWidth: 400 }}>
      <EditorFields
        look={look}
        dialog={editor?.dialog ?? true}
        onChange={(change) => void keepChoice({ editor: { ...look, ...change } })}
        onDialog={(dialog) => void keepChoice({ editor: { dialog } })}
      />
    </Box>
  )
}
