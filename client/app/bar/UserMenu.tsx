import ButtonBase from '@mui/material/ButtonBase'
import { Suspense, useState } from 'react'
import { graphql, useFragment } from 'react-relay'
import type { UserMenu_viewer$key } from '../../__generated__/UserMenu_viewer.graphql.ts'
import { lazyPart } from '../../ui/lazyPart.ts'
import { Avatar } from '../../ui/text/Avatar.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'

const loadEntries = async () => (await import('./UserMenuEntries.tsx')).UserMenuEntries
const UserMenuEntries = lazyPart(loadEntries)

/** The viewer's avatar with a menu, loaded on hover or focus. */
export function UserMenu(props: { viewer: UserMenu_viewer$key }) {
  const { t } = useTranslation()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const viewer = useFragment(
    graphql`
      fragment UserMenu_viewer on Viewer {
        user {
          username
          avatar
        }
        canEnterAdmin
      }
    `,
    props.viewer,
  )
  const { username, avatar } = viewer.user
  return (
    <>
      <ButtonBase
        aria-label={t('app:user.menu', { name: username })}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onPointerEnter={loadEntries}
        onFocus={loadEntries}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ borderRadius: '50%', width: { xs: 40, md: 32 }, height: { xs: 40, md: 32 } }}
      >
        <Avatar name={username} src={avatar} size={28} />
      </ButtonBase>
      {anchor && (
        <Suspense fallback={null}>
          <UserMenuEntries
            anchor={anchor}
            username={username}
            entersAdmin={viewer.canEnterAdmin}
            onClose={() => setAnchor(null)}
          />
        </Suspense>
      )}
    </>
  )
}
