import useMediaQuery from '@mui/material/useMediaQuery'

export const REDUCED_MOTION = '(prefers-reduced-motion: reduce)'

/** Whether the viewer prefers reduced motion. */
export const useReducedMotion = () => useMediaQuery(REDUCED_MOTION, { noSsr: true })
