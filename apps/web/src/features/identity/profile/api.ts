import { getMe, getTwoFactor, listSessions, listSignIns } from '@recado/contracts/identity/users'
import { getNotificationSettings } from '@recado/contracts/product-notifications/settings'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/api/api.ts'

export const meQuery = queryOptions({ queryKey: ['me'], queryFn: () => call(getMe) })

export const sessionsQuery = queryOptions({ queryKey: ['me', 'sessions'], queryFn: () => call(listSessions) })

export const signInsQuery = queryOptions({ queryKey: ['me', 'sign-ins'], queryFn: () => call(listSignIns) })

export const twoFactorQuery = queryOptions({ queryKey: ['me', 'two-factor'], queryFn: () => call(getTwoFactor) })

export const notificationSettingsQuery = queryOptions({
  queryKey: ['me', 'notification-settings'],
  queryFn: () => call(getNotificationSettings),
})
