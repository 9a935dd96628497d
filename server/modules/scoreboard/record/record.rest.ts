import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { flag, oneOf, requiredNumber } from '../../../doors/rest/coercers.ts'
import { asAttachment } from '../../../doors/rest/download.ts'
import { router } from '../../../doors/rest/router.ts'
import { packZip } from '../../package/zip.ts'
import { eventFeed } from './eventFeed.ts'
import { type ContestRecord, readRecord } from './record.ts'
import { standardRanklist } from './srk.ts'
import { xcpcioFiles } from './xcpcio.ts'

const json = (value: object) => Buffer.from(`${JSON.stringify(value)}\n`)

/** Formats of a record: the name of its file after the contest's, and its content. */
const FORMATS = {
  CLICS: {
    name: 'event-feed.ndjson',
    mediaType: 'application/x-ndjson',
    write: async (record: ContestRecord) => Readable.from(eventFeed(record)),
  },
  XCPCIO: {
    name: 'xcpcio.zip',
    mediaType: 'application/zip',
    write: async (record: ContestRecord) => {
      const files = Object.entries(xcpcioFiles(record))
      const written = files.map(
        ([path, value]) => [path, { content: json(value), executable: false }] as const,
      )
      return Readable.from([await packZip(new Map(written))])
    },
  },
  SRK: {
    name: 'srk.json',
    mediaType: 'application/json',
    write: async (record: ContestRecord) => Readable.from([json(standardRanklist(record))]),
  },
} as const

router.download(
  '/api/file/download-contest-record',
  { orInGroup: 'contest.manage' },
  {
    summary:
      'All submissions, teams and awards of an ACM contest of the caller, with what the freeze hides, for boards and resolvers of others.',
    query: {
      cid: requiredNumber().describe('Number of the contest.'),
      format: oneOf(['CLICS', 'XCPCIO', 'SRK'], 'CLICS').describe(
        'CLICS: event feed of the Contest API 2023-06; XCPCIO: zip of config.json, team.json and run.json; SRK: Standard Ranklist.',
      ),
      removeStar: flag().describe('Whether to leave out unranked participants.'),
    },
  },
  async (ctx, { query: { cid, format, removeStar } }) => {
    const record = await readRecord(ctx, cid, { withoutStars: removeStar })
    const { name, mediaType, write } = FORMATS[format]
    return {
      hash: randomUUID(),
      size: null,
      mediaType,
      open: () => write(record),
      cacheControl: 'private, no-store',
      headers: { 'content-disposition': asAttachment(`contest_${cid}_${name}`) },
    }
  },
)
