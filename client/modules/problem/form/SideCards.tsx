import type { ComponentProps } from 'react'
import { PublishingCard } from './PublishingCard.tsx'
import { TagsCard } from './TagsCard.tsx'

/** Cards beside the statement: visibility, tags and languages. */
export const SideCards = (props: ComponentProps<typeof PublishingCard> & ComponentProps<typeof TagsCard>) => (
  <>
    <PublishingCard {...props} />
    <TagsCard {...props} />
  </>
)
