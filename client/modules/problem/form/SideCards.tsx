import type { ComponentProps } from 'react'
import { PublishingCard } from './PublishingCard.tsx'
import { TagsCard } from './TagsCard.tsx'

/** What stands beside the statement: who sees the problem, what it is about, and what it takes. */
export const SideCards = (props: ComponentProps<typeof PublishingCard> & ComponentProps<typeof TagsCard>) => (
  <>
    <PublishingCard {...props} />
    <TagsCard {...props} />
  </>
)
