/** CSS property: height of the bar of the place above a page, such as that of a group. */
export const PLACE_BAR = '--place-bar'
