/** Lessons are for everybody. */
export const sight = {}
export const open = ['Lesson']
