import { globSync } from 'node:fs'
import { dirname } from 'node:path'
import { changeEvents as known } from '@recado/contracts/realtime'
import { expect, it } from 'vitest'
import { domains } from './define-module.ts'
import { changeEvents, handlers, modules } from './registry.ts'

const folders = globSync(['modules/**/module.ts', 'notifications/module.ts'], { cwd: import.meta.dirname }).map(
  (path) => dirname(path).replace(/^modules\//, ''),
)

it('knows every module that has a manifest, by the name of its folder', () => {
  expect(modules.map(({ name }) => name).toSorted()).toEqual(folders.toSorted())
})

it('orders modules from the ground up, and so their handlers', () => {
  const visited = [...new Set(modules.map(({ name }) => name.split('/')[0]))]
  expect(visited).toEqual(['notifications', ...domains])
  const own = (field: 'recordedHandlers' | 'companyPurgeHandlers') =>
    modules.flatMap(({ name, [field]: some = [] }) => some.map(() => name))
  expect(own('recordedHandlers')).toEqual([
    'inbox/blocks',
    'automation/conversation-automations',
    'automation/opt-outs',
    'automation/runs',
    'campaigns/delivery',
    'integrations/webhook-endpoints',
    'product-notifications',
  ])
  expect(own('companyPurgeHandlers')).toEqual([
    'companies/companies',
    'whatsapp/channels',
    'admin/operators',
    'product-notifications',
  ])
  expect(handlers.recorded).toEqual(modules.flatMap(({ recordedHandlers = [] }) => recordedHandlers))
})

it('has an owner for every change event that browsers know', () => {
  expect(changeEvents.toSorted()).toEqual(known.toSorted())
})
