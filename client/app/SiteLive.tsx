import { graphql } from 'react-relay'
import type { SiteLiveSubscription } from '../__generated__/SiteLiveSubscription.graphql.ts'
import { useLive } from '../relay/useLive.ts'
import { useArrivalFocus } from './useArrivalFocus.ts'
import { useLanguagesLive } from './useLanguagesLive.ts'

/** Subscribes to changes of the site settings and of the languages. */
export function SiteLive() {
  useArrivalFocus()
  useLanguagesLive()
  useLive<SiteLiveSubscription>(
    graphql`
      subscription SiteLiveSubscription {
        siteChanged {
          shortName
          openPublicJudge
          ...TopBar_site
          ...Footer_site
          ...SessionDialogs_site
        }
      }
    `,
    {},
  )
  return null
}
