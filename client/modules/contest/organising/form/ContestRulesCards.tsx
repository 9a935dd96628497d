import type { ComponentProps } from 'react'
import { AwardsCard } from './AwardsCard.tsx'
import { ContestAccessCard } from './ContestAccessCard.tsx'
import { ContestBoardCard } from './ContestBoardCard.tsx'

type Props = ComponentProps<typeof ContestAccessCard> & ComponentProps<typeof ContestBoardCard>

/** Who takes part in a contest, what its scoreboard shows, and what it awards. */
export const ContestRulesCards = (props: Props) => (
  <>
    <ContestAccessCard {...props} />
    <ContestBoardCard {...props} />
    <AwardsCard {...props} />
  </>
)
