import Box from '@mui/material/Box'
import { Suspense } from 'react'
import { graphql, useFragment } from 'react-relay'
import type { BarTools_viewer$key } from '../../__generated__/BarTools_viewer.graphql.ts'
import { lazyPart } from '../../ui/lazyPart.ts'
import { Boundary } from '../Section.tsx'
import { LocaleButton, ThemeButton } from '../switches.tsx'
import { UserMenu } from './UserMenu.tsx'

const ViewerTools = lazyPart(async () => (await import('./ViewerTools.tsx')).ViewerTools)

type Props = {
  viewer: BarTools_viewer$key | null | undefined
  /** Also on phones; otherwise language and theme are in the drawer there. */
  everywhere?: boolean
}

/** Language, theme and account at the right end of the site's and the administration's top bar. */
export function BarTools(props: Props) {
  const viewer = useFragment(
    graphql`
      fragment BarTools_viewer on Viewer {
        ...UserMenu_viewer
      }
    `,
    props.viewer,
  )
  return (
    <>
      <Box sx={{ display: { xs: props.everywhere ? 'flex' : 'none', sm: 'flex' }, mx: { md: 1.5 } }}>
        <LocaleButton />
        <ThemeButton />
      </Box>
      {viewer && (
        <>
          <Boundary attempt={null} fallback={() => null}>
            <Suspense fallback={<Box sx={{ width: { xs: 40, md: 32 } }} />}>
              <ViewerTools />
            </Suspense>
          </Boundary>
          <UserMenu viewer={viewer} />
        </>
      )}
    </>
  )
}
