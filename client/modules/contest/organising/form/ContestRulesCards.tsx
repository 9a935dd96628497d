import type { ComponentProps } from 'react'
import { AwardsCard } from './AwardsCard.tsx'
import { ContestAccessCard } from './ContestAccessCard.tsx'
import { ContestBoardCard } from './ContestBoardCard.tsx'

type Props = ComponentProps<typeof ContestAccessCard> & ComponentProps<typeof ContestBoardCard>

/** Cards of access, scoreboard and awards. */
export const ContestRulesCards = (props: Props) => (
  <>
    <ContestAccessCard {...props} />
    <ContestBoardCard {...props} />
    <AwardsCard {...props} />
  </>
)
