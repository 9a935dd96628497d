/** Whose home an address names; neither: the viewer's own (area-rules R7). */
export const homeNamed = (search: URLSearchParams) => ({
  uid: search.get('uid') || null,
  username: search.get('username') || null,
})
