export { assertVisible } from './assert-visible.ts'
export { createConversationVisibility } from './conversation-visibility.ts'
export { canSeePlace, findFormerViewers, findPlaces, findViewers, type Place } from './queries/viewers.ts'
export { isVisible, ownTeams } from './queries/visibility.ts'
