import { createContext } from 'react'

/** Whether comments of officials are marked. */
export const OfficialMarks = createContext(true)
