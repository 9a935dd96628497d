import { graphql, useFragment } from 'react-relay'
import type { ContestFacts_contest$key } from '../../__generated__/ContestFacts_contest.graphql.ts'
import { Fact, FactList } from '../../ui/layout/FactList.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { awardName } from '../../ui/text/awardName.ts'
import { formatDateTime } from '../../ui/text/format.ts'
import { useTranslation } from '../../ui/useTranslation.ts'
import { UserLink } from '../user/UserLink.tsx'
import { useLengthWords } from './time/lengthWords.ts'

/** The rules of a contest, one per line. */
export function ContestFacts(props: { contest: ContestFacts_contest$key }) {
  const { t } = useTranslation()
  const contest = useFragment(
    graphql`
      fragment ContestFacts_contest on Contest {
        type
        access
        startsAt
        freezesAt
        endsAt
        oiScoring
        shownName
        takesLate
        awardKind
        awards {
          name
          number
        }
        owner {
          ...UserLink_user
        }
      }
    `,
    props.contest,
  )
  const { type, access, startsAt, freezesAt, endsAt, oiScoring, shownName, takesLate, awardKind } = contest
  const length = useLengthWords()
  const unit = awardKind === 'PERCENTAGE' ? '%' : ''
  return (
    <Panel id="contest-facts" title={t('contest:facts.title')}>
      <FactList>
        <Fact name={t('contest:facts.owner')}>
          <UserLink user={contest.owner} />
        </Fact>
        <Fact name={t('contest:facts.starts')}>{formatDateTime(startsAt)}</Fact>
        <Fact name={t('contest:facts.ends')}>{formatDateTime(endsAt)}</Fact>
        <Fact name={t('contest:facts.duration')}>{length(startsAt, endsAt)}</Fact>
        <Fact name={t('contest:facts.rule')}>
          {type === 'ACM' ? t('contest:facts.acm') : t(`contest:facts.oi.${oiScoring}`)}
        </Fact>
        <Fact name={t('contest:facts.access')}>{t(`contest:facts.accessRule.${access}`)}</Fact>
        <Fact name={t('contest:facts.freeze')}>
          {typeof freezesAt === 'string'
            ? Date.parse(freezesAt) <= Date.parse(startsAt)
              ? t('contest:facts.freezeAll')
              : t('contest:facts.freezeAt', {
                  at: formatDateTime(freezesAt).slice(0, -3),
                  length: length(freezesAt, endsAt),
                })
            : t('contest:facts.freezeNever')}
        </Fact>
        <Fact name={t('contest:facts.late')}>
          {t(takesLate ? 'contest:facts.lateOpen' : 'contest:facts.lateClosed')}
        </Fact>
        <Fact name={t('contest:facts.name')}>{t(`contest:facts.shownName.${shownName}`)}</Fact>
        {awardKind !== 'NONE' && contest.awards.length > 0 && (
          <Fact name={t('contest:facts.awards')}>
            {contest.awards.map(({ name, number }) => `${awardName(t, name)} ${number}${unit}`).join(' · ')}
          </Fact>
        )}
      </FactList>
    </Panel>
  )
}
