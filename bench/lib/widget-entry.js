import { NotificationBell, NovuProvider, PopoverNotificationCenter } from '@novu/notification-center'

// What a page takes from a widget to show a bell with its popover. The benchmark measures what that brings along.
export const widget = { NotificationBell, NovuProvider, PopoverNotificationCenter }
