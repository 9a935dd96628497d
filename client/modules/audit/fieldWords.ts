import type { Catalogues } from '../../../locales/i18n.ts'
import type { Translator } from '../../../locales/phrases.ts'

type Part = keyof Catalogues['audit']['field']

/** Parts of field names with a translation. */
const PARTS: readonly Part[] = [
  'displayId',
  'visibility',
  'statements',
  'ZH_CN',
  'EN_US',
  'zh-CN',
  'en-US',
  'title',
  'description',
  'input',
  'output',
  'hint',
  'source',
  'samples',
  'difficulty',
  'tagIds',
  'authorId',
  'timeLimitMs',
  'memoryLimitMib',
  'outputLimitMib',
  'scoring',
  'checker',
  'mode',
  'languageKeys',
  'templates',
  'name',
  'color',
  'groupId',
  'username',
  'nickname',
  'realname',
  'school',
  'email',
  'role',
  'disabled',
  'titleName',
  'titleColor',
  'startsAt',
  'endsAt',
  'freezesAt',
  'thawsAt',
  'thawsByItself',
  'isVisible',
  'type',
  'access',
  'password',
  'disqualified',
  'problems',
  'content',
  'hidden',
  'label',
  'openPublicJudge',
  'openContestJudge',
  'openContestComment',
  'hideSources',
  'submitIntervalSeconds',
  'discussionSolved',
  'discussionsPerDay',
  'commentSolved',
  'groupSolved',
  'groupsPerDay',
  'groupsOwned',
  'pinned',
  'checked',
  'registrationOpen',
  'shortName',
  'host',
  'port',
  'secure',
  'from',
  'kind',
  'total',
  'verdict',
  'score',
  'subtitle',
  'href',
  'position',
  'offered',
  'audience',
  'recipientId',
]

/**
 * Translates a field name: `statements.EN_US.title` is 'Statement · English · Title'. Unknown parts stay as
 * they are.
 */
export const fieldWords = (t: Translator, field: string): string =>
  field
    .split('.')
    .map((part) => {
      const known = PARTS.find((one) => one === part)
      return known ? t(`audit:field.${known}`) : part
    })
    .join(' · ')
