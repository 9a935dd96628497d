import Button from '@mui/material/Button'
import { Suspense, useState } from 'react'
import { graphql, usePreloadedQuery } from 'react-relay'
import { useSearchParams } from 'react-router-dom'
import type { ParticipantsPageQuery } from '../../../../__generated__/ParticipantsPageQuery.graphql.ts'
import { AdminPage } from '../../../../app/admin/AdminPage.tsx'
import { useTitle } from '../../../../app/title.ts'
import { found } from '../../../../relay/found.ts'
import { useFilter } from '../../../../relay/list/useFilter.ts'
import type { PageProps } from '../../../../relay/page.tsx'
import { Icon } from '../../../../ui/controls/Icon.tsx'
import { Picker } from '../../../../ui/controls/Picker.tsx'
import { SearchField } from '../../../../ui/controls/SearchField.tsx'
import { FilterBar } from '../../../../ui/layout/ListFrame.tsx'
import { lazyPart } from '../../../../ui/lazyPart.ts'
import { useTranslation } from '../../../../ui/useTranslation.ts'
import { usePlace } from '../../../group/usePlace.ts'
import { useContestLive } from '../../useContestLive.ts'
import { editHref, foundIn } from '../managedContests.ts'
import { Disqualify } from './Disqualify.tsx'
import { type Participant, ParticipantTable } from './ParticipantTable.tsx'
import { participantList } from './participantList.ts'
import type { Seat } from './seatLines.ts'

const RegisterDialog = lazyPart(async () => (await import('./RegisterDialog.tsx')).RegisterDialog)
const SeatDialog = lazyPart(async () => (await import('./SeatDialog.tsx')).SeatDialog)

/** Participants of a contest: registration time, number of submissions, disqualification. */
export function ParticipantsPage({ queryRef }: PageProps<ParticipantsPageQuery>) {
  const { t } = useTranslation()
  const [search] = useSearchParams()
  const { node } = usePreloadedQuery<ParticipantsPageQuery>(
    graphql`
      query ParticipantsPageQuery(
        $id: ID!
        $keyword: String
        $disqualified: Boolean
        $first: Int
        $offset: Int
      ) {
        node(id: $id) {
          ... on Contest @alias(as: "contest") {
            id
            number
            title
            group {
              number
            }
            access
            ...useContestLive_contest
            participants(keyword: $keyword, disqualified: $disqualified, first: $first, offset: $offset) {
              ...ParticipantTable_participants
            }
          }
        }
      }
    `,
    queryRef,
  )
  const place = usePlace()
  const contest = foundIn(place, node?.contest)
  const participants = found(contest.participants)
  const { id, number, title, access } = contest
  useContestLive(contest)
  useTitle(title)
  const address = participantList(place, number)
  const list = address.read(search)
  const go = useFilter(address, list)
  const [open, setOpen] = useState<Participant | null>(null)
  const [registering, setRegistering] = useState(false)
  const [seating, setSeating] = useState<Seat | 'list' | null>(null)
  return (
    <AdminPage
      title={t('organising:people.title')}
      note={title}
      actions={
        <>
          {access !== 'PUBLIC' && (
            <Button startIcon={<Icon name="plus" />} onClick={() => setRegistering(true)}>
              {t('organising:people.register')}
            </Button>
          )}
          <Button startIcon={<Icon name="list" />} onClick={() => setSeating('list')}>
            {t('contestDay:seats.title')}
          </Button>
          <Button href={editHref(place, number)} startIcon={<Icon name="settings" />}>
            {t('organising:edit')}
          </Button>
        </>
      }
    >
      <FilterBar>
        <SearchField
          label={t('organising:people.search')}
          value={list.keyword}
          maxLength={100}
          width={{ xs: '100%', sm: 280 }}
          onSearch={(keyword) => go({ keyword })}
        />
        <Picker
          label={t('organising:people.show')}
          value={list.disqualified ? 'true' : ''}
          options={[
            { value: '', label: t('organising:people.everybody') },
            { value: 'true', label: t('organising:people.disqualified') },
          ]}
          onChange={(value) => go({ disqualified: value === 'true' })}
        />
      </FilterBar>
      <ParticipantTable
        participants={participants}
        address={address}
        list={list}
        isPublic={access === 'PUBLIC'}
        onSeat={setSeating}
        onDisqualify={setOpen}
      />
      {registering && (
        <Suspense>
          <RegisterDialog contestId={id} onClose={() => setRegistering(false)} />
        </Suspense>
      )}
      {seating && (
        <Suspense>
          <SeatDialog
            contestId={id}
            person={seating === 'list' ? undefined : seating}
            onClose={() => setSeating(null)}
          />
        </Suspense>
      )}
      {open?.user && (
        <Disqualify
          contestId={id}
          userId={open.user.id}
          name={open.user.username}
          isDisqualified={Boolean(open.disqualifiedAt)}
          onClose={() => setOpen(null)}
        />
      )}
    </AdminPage>
  )
}
