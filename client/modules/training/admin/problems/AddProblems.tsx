import Box from '@mui/material/Box'
import { graphql, useFragment } from 'react-relay'
import { useNavigate } from 'react-router-dom'
import type {
  AddProblems_candidates$data,
  AddProblems_candidates$key,
} from '../../../../__generated__/AddProblems_candidates.graphql.ts'
import type { AddProblemsMutation } from '../../../../__generated__/AddProblemsMutation.graphql.ts'
import { useMutation } from '../../../../relay/useMutation.ts'
import { ButtonWithReason } from '../../../../ui/controls/ButtonWithReason.tsx'
import { SearchField } from '../../../../ui/controls/SearchField.tsx'
import { EmptyState } from '../../../../ui/feedback/EmptyState.tsx'
import { Modal } from '../../../../ui/feedback/Modal.tsx'
import { Pager } from '../../../../ui/layout/Pager.tsx'
import { DifficultySteps } from '../../../../ui/text/marks.tsx'
import { useTranslation } from '../../../../ui/useTranslation.ts'
import { usePlace } from '../../../group/usePlace.ts'
import { CANDIDATE_SIZES, type Candidates, candidatesHref, type Origin } from '../managedTrainings.ts'

type Props = {
  trainingId: string
  /** Number of the training. */
  number: number
  /** Where they come from. */
  from: Origin
  list: Candidates
  candidates: AddProblems_candidates$key
  /** Numbers of the problems that the training has. */
  taken: ReadonlySet<number>
  onSearch: (keyword: string) => void
  onClose: () => void
}

/** Dialog that adds problems to a training; an added one stays listed, so that no row moves. */
export function AddProblems(props: Props) {
  const { trainingId, number, from, list, taken, onSearch, onClose } = props
  const { t } = useTranslation()
  const navigate = useNavigate()
  const place = usePlace()
  const { edges, totalCount } = useFragment(
    graphql`
      fragment AddProblems_candidates on TrainingCandidateConnection {
        totalCount
        edges {
          node {
            number
            displayId
            title
            difficulty
          }
        }
      }
    `,
    props.candidates,
  )
  const isSearched = list.keyword !== ''
  return (
    <Modal title={t(`trainingAdmin:problems.addFrom.${from}`)} width={640} onClose={onClose}>
      <SearchField
        label={t('trainingAdmin:problems.search')}
        value={list.keyword}
        maxLength={100}
        width="100%"
        onSearch={onSearch}
      />
      {totalCount === 0 ? (
        <EmptyState title={t(`trainingAdmin:problems.${isSearched ? 'nothing' : 'allTaken'}.${from}`)} />
      ) : (
        <Box
          component="ul"
          aria-label={t(`trainingAdmin:problems.from.${from}`)}
          sx={{ mt: 2, minHeight: { md: 410 }, '& > li + li': { borderTop: 1, borderColor: 'divider' } }}
        >
          {edges.map(({ node }) => (
            <Candidate
              key={node.number}
              trainingId={trainingId}
              problem={node}
              from={from}
              isTaken={taken.has(node.number)}
            />
          ))}
        </Box>
      )}
      {totalCount > 0 && (
        <Pager
          page={list.page}
          size={list.size}
          total={totalCount}
          sizes={CANDIDATE_SIZES}
          href={(page, size) => candidatesHref(place, number, list, { page, size })}
          onNavigate={navigate}
        />
      )}
    </Modal>
  )
}

const ORIGIN = { public: 'PUBLIC', group: 'GROUP' } as const

type CandidateProps = {
  trainingId: string
  problem: AddProblems_candidates$data['edges'][number]['node']
  from: Origin
  isTaken: boolean
}

function Candidate({ trainingId, problem, from, isTaken }: CandidateProps) {
  const { t } = useTranslation()
  const { number, displayId, title, difficulty } = problem
  const name = `${displayId} ${title}`
  const [add, { pending }] = useMutation<AddProblemsMutation>(graphql`
    mutation AddProblemsMutation($input: AddTrainingProblemInput!) {
      addTrainingProblem(input: $input) {
        ...TrainingProblemTable_training
      }
    }
  `)
  return (
    <Box component="li" sx={{ display: 'flex', alignItems: 'center', gap: 3, minHeight: 40, py: 1 }}>
      <Box sx={{ flex: 1, minWidth: 0, display: 'flex', flexWrap: 'wrap', columnGap: 3 }}>
        <Box
          component="span"
          sx={{ flex: 'none', minWidth: 64, typography: 'code', color: 'text.secondary' }}
        >
          {displayId}
        </Box>
        <Box
          component="span"
          title={title}
          sx={{
            flex: '1 1 120px',
            minWidth: 0,
            typography: 'body2',
            overflow: 'hidden',
            textOverflow: 'ellipsis',
            whiteSpace: 'nowrap',
          }}
        >
          {title}
        </Box>
      </Box>
      <Box sx={{ display: { xs: 'none', sm: 'block' }, typography: 'dense' }}>
        <DifficultySteps difficulty={difficulty} />
      </Box>
      <ButtonWithReason
        size="small"
        aria-label={t(isTaken ? 'trainingAdmin:problems.takenOf' : 'trainingAdmin:problems.addOf', { name })}
        disabledReason={isTaken ? t('trainingAdmin:problems.isTaken') : null}
        loading={pending}
        onClick={() => void add({ input: { trainingId, problemNumber: number, origin: ORIGIN[from] } })}
      >
        {t(isTaken ? 'trainingAdmin:problems.taken' : 'trainingAdmin:problems.add')}
      </ButtonWithReason>
    </Box>
  )
}
