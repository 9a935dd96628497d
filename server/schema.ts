import './generated/graphDoors.ts'
import './nodes.ts'
import { builder, refuseGuests } from './builder.ts'
import { describeGraph } from './graphWords.ts'

/** The whole graph. Every door above has added its part to the builder. */
export const schema = describeGraph(refuseGuests(builder.toSchema()))
