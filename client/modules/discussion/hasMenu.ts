type Rights = { viewerCanEdit: boolean; viewerCanModerate: boolean; viewerCanRemove: boolean }

/** Whether the viewer has any action on a post, so that its menu is loaded. */
export const hasMenu = ({ viewerCanEdit, viewerCanModerate, viewerCanRemove }: Rights): boolean =>
  viewerCanEdit || viewerCanModerate || viewerCanRemove
