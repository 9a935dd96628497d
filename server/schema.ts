import './generated/graphDoors.ts'
import './nodes.ts'
import { builder, refuseGuests } from './builder.ts'
import { describeGraph } from './graphWords.ts'

/**
 * The GraphQL schema, after the imports above have added their types. It is sorted where it is printed: sorting builds it
 * a second time, a tenth of a server's start.
 */
export const schema = describeGraph(refuseGuests(builder.toSchema({ sortSchema: false })))
