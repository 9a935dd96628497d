import Badge from '@mui/material/Badge'
import IconButton from '@mui/material/IconButton'
import { useColorScheme } from '@mui/material/styles'
import { Suspense, useEffect, useRef, useState } from 'react'
import { graphql, useLazyLoadQuery } from 'react-relay'
import type { ViewerToolsProfileSubscription } from '../../__generated__/ViewerToolsProfileSubscription.graphql.ts'
import type { ViewerToolsQuery } from '../../__generated__/ViewerToolsQuery.graphql.ts'
import type { ViewerToolsUnreadSubscription } from '../../__generated__/ViewerToolsUnreadSubscription.graphql.ts'
import { useFetchAgain } from '../../relay/query/useFetchAgain.ts'
import { shell } from '../../relay/shell.ts'
import { useLive } from '../../relay/useLive.ts'
import { Icon } from '../../ui/controls/Icon.tsx'
import { lazyPart } from '../../ui/lazyPart.ts'
import { useTranslation } from '../../ui/useTranslation.ts'
import { useDesktop } from '../desktopNotes.ts'
import { LOCALE_OF, MODE_OF } from '../preferences.ts'
import { takeEditorChoices } from '../session/takeEditorChoices.ts'
import { useUnreadInTitle } from '../title.ts'
import { switchLocale } from '../words.ts'

const loadPanel = async () => (await import('./BellPanel.tsx')).BellPanel
const BellPanel = lazyPart(loadPanel)
const DesktopNotes = lazyPart(async () => (await import('./DesktopNotes.tsx')).DesktopNotes)

const QUERY = graphql`
  query ViewerToolsQuery {
    unread {
      commentCount
      replyCount
      likeCount
      sys
      mine
      total
    }
    profile {
      id
      locale
      theme
      editor {
        theme: themeName
        fontSize: fontPixels
        tabSize: tabWidth
        language: languageKey
        recent
        dialog
      }
      user {
        id
        role
      }
    }
  }
`

/** The bell shows no larger number (area-rules M11). */
const MOST = 99

/** Keeps the viewer's data live on all pages: unread count, role, language, theme and editor choices. */
export function ViewerTools() {
  const { t } = useTranslation()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const { unread, profile } = useLazyLoadQuery<ViewerToolsQuery>(
    QUERY,
    {},
    { fetchPolicy: 'store-and-network' },
  )
  const role = useRef<string>(undefined)
  useEffect(() => {
    role.current ??= profile?.user.role
  }, [profile])
  const readAgain = useFetchAgain<ViewerToolsQuery>(QUERY, {})
  // The one source of these numbers: the answer of a mutation may be older than what came meanwhile.
  useLive<ViewerToolsUnreadSubscription>(
    graphql`
      subscription ViewerToolsUnreadSubscription {
        unreadChanged {
          commentCount
          replyCount
          likeCount
          sys
          mine
          total
        }
      }
    `,
    profile ? {} : null,
    {
      updater: (store) => {
        const changed = store.getRootField('unreadChanged')
        if (changed) store.getRoot().setLinkedRecord(changed, 'unread')
      },
      // The page below does not read them.
      onReturn: readAgain,
    },
  )
  useLive<ViewerToolsProfileSubscription>(
    graphql`
      subscription ViewerToolsProfileSubscription {
        profileChanged {
          id
          locale
          theme
          editor {
            theme: themeName
            fontSize: fontPixels
            tabSize: tabWidth
            language: languageKey
            recent
            dialog
          }
          user {
            id
            nickname
            avatar
            role
          }
        }
      }
    `,
    profile ? {} : null,
    {
      // A changed role changes the open pages: reload the current one, which closes it if access was lost.
      onEvent: ({ profileChanged: { user } }) => {
        if (role.current && user.role !== role.current) shell().recheckViewer()
        role.current = user.role
      },
    },
  )
  usePreferences(profile)

  const total = unread?.total ?? 0
  useUnreadInTitle(total)
  const isOnDesktop = useDesktop() === 'on'
  const some = total > MOST ? t('app:bell.many', { most: MOST }) : t('app:bell.unread', { count: total })
  const label = total > 0 ? some : t('app:bell.label')
  return (
    <>
      <IconButton
        aria-label={label}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onPointerEnter={loadPanel}
        onFocus={loadPanel}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <Badge badgeContent={total > 0 ? total : null} max={MOST} color="error">
          <Icon name="bell" size={18} />
        </Badge>
      </IconButton>
      {isOnDesktop && profile && (
        <Suspense fallback={null}>
          <DesktopNotes />
        </Suspense>
      )}
      {anchor && (
        <Suspense fallback={null}>
          <BellPanel anchor={anchor} onClose={() => setAnchor(null)} />
        </Suspense>
      )}
    </>
  )
}

type Profile = ViewerToolsQuery['response']['profile']

/**
 * Applies the account's language, theme and editor choices after login and when another device changes them. A language in
 * the link has priority.
 */
function usePreferences(profile: Profile) {
  const { setMode } = useColorScheme()
  const locale = profile?.locale
  const theme = profile?.theme
  const editor = profile?.editor
  const account = profile?.user.id
  useEffect(() => {
    if (account && editor) takeEditorChoices(account, editor)
  }, [account, editor])
  useEffect(() => {
    const chosen = locale && LOCALE_OF[locale]
    const asked = new URLSearchParams(window.location.search).has('l')
    if (chosen && !asked && chosen !== document.documentElement.lang) void switchLocale(chosen)
  }, [locale])
  useEffect(() => {
    if (theme) setMode(MODE_OF[theme] ?? null)
  }, [theme, setMode])
}
