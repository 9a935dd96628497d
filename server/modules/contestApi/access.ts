/** Properties of each type of object, as the access endpoint lists them. */
const PROPERTIES = {
  contest: [
    'id',
    'name',
    'shortname',
    'formal_name',
    'start_time',
    'duration',
    'scoreboard_freeze_duration',
    'scoreboard_type',
    'penalty_time',
  ],
  'judgement-types': ['id', 'name', 'penalty', 'solved'],
  languages: ['id', 'name', 'extensions', 'entry_point_required'],
  problems: ['id', 'ordinal', 'label', 'name', 'rgb', 'time_limit', 'test_data_count'],
  groups: ['id', 'name'],
  organizations: ['id', 'name', 'formal_name'],
  teams: ['id', 'label', 'name', 'display_name', 'group_ids', 'organization_id'],
  state: ['started', 'frozen', 'ended', 'thawed', 'finalized', 'end_of_updates'],
  submissions: ['id', 'language_id', 'problem_id', 'team_id', 'time', 'contest_time', 'entry_point', 'files'],
  judgements: [
    'id',
    'submission_id',
    'judgement_type_id',
    'start_time',
    'start_contest_time',
    'end_time',
    'end_contest_time',
  ],
  clarifications: ['id', 'from_team_id', 'to_team_id', 'reply_to_id', 'text', 'time', 'contest_time'],
  awards: ['id', 'citation', 'team_ids'],
  account: ['id', 'username', 'name', 'type', 'team_id'],
} as const

const endpointsOf = (types: readonly (keyof typeof PROPERTIES)[]) =>
  types.map((type) => ({ type, properties: PROPERTIES[type] }))

const ALL = Object.keys(PROPERTIES) as (keyof typeof PROPERTIES)[]

/** What may be read and done through the Contest API: by organisers everything and nothing, by teams what is theirs. */
export const ACCESS = {
  organiser: { capabilities: [], endpoints: endpointsOf(ALL) },
  team: {
    capabilities: ['team_submit', 'team_clar'],
    endpoints: endpointsOf(ALL.filter((type) => type !== 'awards')),
  },
} as const
