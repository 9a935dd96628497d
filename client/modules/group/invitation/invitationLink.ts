/** Address of an invitation on this site. */
export const invitationHref = (token: string): string => `/invitation/${token}`

/** Link to send to people. */
export const invitationLink = (token: string): string => `${window.location.origin}${invitationHref(token)}`
