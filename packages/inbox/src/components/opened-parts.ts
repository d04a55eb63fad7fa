import { Center } from './center/center.tsx'
import { placeBeside } from './floating/place-beside.ts'
import { NotificationCenter } from './notification-center.tsx'

/** What a bell needs once it is opened, in a file of its own: until then a page carries the bell alone. */
export const openedParts = { Center, NotificationCenter, placeBeside }
