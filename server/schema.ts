import './generated/graphDoors.ts'
import './nodes.ts'
import { builder, refuseGuests } from './builder.ts'
import { describeGraph } from './graphWords.ts'

/** The GraphQL schema, after the imports above have added their types. */
export const schema = describeGraph(refuseGuests(builder.toSchema()))
