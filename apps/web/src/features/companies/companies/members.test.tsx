import {
  inviteMembers,
  listInvitations,
  listMembers,
  type Member,
  removeMember,
  updateMember,
} from '@recado/contracts/companies/companies'
import { listTeams } from '@recado/contracts/companies/teams'
import { listAudit } from '@recado/contracts/shared/audit'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { failing, on } from '#web/test/fake-server.ts'
import { renderApp } from '#web/test/render-app.tsx'
import { companyIds, sessionOf } from '#web/test/sessions.ts'

const page = `/companies/${companyIds.first}?tab=members`

const memberOf = (more: Partial<Member> = {}): Member => ({
  id: '0192f000-0000-7000-8000-000000000201',
  userId: '0192f000-0000-7000-8000-000000000091',
  name: 'Bruno Lima',
  email: 'bruno@example.com',
  avatarUrl: null,
  role: 'member',
  grants: ['team.lead', 'contacts.pii', 'contacts.export'],
  visibility: 'all',
  capacity: null,
  teamIds: [],
  status: 'active',
  owner: false,
  joinedAt: null,
  lastSeenAt: null,
  twoFactor: false,
  ...more,
})

const whole = { next: null, has_more: false }

const lists = [
  on(listMembers, () => ({ data: [memberOf()], page: whole })),
  on(listInvitations, () => ({ data: [] })),
  on(listTeams, () => ({ data: [] })),
]

const openActions = async (user: Awaited<ReturnType<typeof renderApp>>['user'], name: string) => {
  await user.click(await screen.findByRole('button', { name: 'Actions for Bruno Lima' }))
  await user.click(await screen.findByRole('menuitem', { name }))
}

test('a set of grants is shown and changed as the preset that it is', async () => {
  const saved = on(updateMember, () => memberOf())
  const { user, server } = await renderApp(page, { session: sessionOf(), routes: [...lists, saved] })
  expect(await screen.findByText('Supervisor')).toBeTruthy()
  await openActions(user, 'Change access')
  await user.click(await screen.findByRole('radio', { name: /^Marketer/ }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(server.seen.some(({ method }) => method === 'PATCH')).toBe(true))
  expect(server.seen.find(({ method }) => method === 'PATCH')?.body).toEqual({
    role: 'member',
    grants: ['templates.write', 'contacts.import', 'contacts.pii', 'campaigns.write', 'campaigns.launch'],
    visibility: 'all',
    capacity: null,
    teamIds: [],
  })
})

test('removing the last admin explains what to do first, in the dialog', async () => {
  const { user } = await renderApp(page, {
    session: sessionOf(),
    routes: [...lists, failing(removeMember, 'last_admin')],
  })
  await openActions(user, 'Remove')
  const dialog = within(await screen.findByRole('dialog', { name: 'Remove Bruno Lima?' }))
  await user.click(dialog.getByRole('button', { name: 'Remove' }))
  expect((await dialog.findByRole('alert')).textContent).toBe(
    'A company needs at least one admin. Make someone else an admin first.',
  )
})

test('several addresses are invited at once; a wrong one is named before anything is sent', async () => {
  const invited = on(inviteMembers, () => ({ data: [], alreadyMembers: ['dois@example.com'] }))
  const { user, server } = await renderApp(page, { session: sessionOf(), routes: [...lists, invited] })
  await user.click(await screen.findByRole('button', { name: 'Invite people' }))
  const field = await screen.findByRole('combobox', { name: 'Email addresses' })
  await user.type(field, 'um@example.com,dois@example.com,errado,')
  await user.tab()
  expect(await screen.findByText('Invalid email: errado')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Send invitations' }))
  expect(await screen.findByText('Invalid email: errado')).toBeTruthy()
  await user.type(field, '{Backspace}')
  await user.click(screen.getByRole('button', { name: 'Send invitations' }))
  expect(await screen.findByText('Already on the team: dois@example.com')).toBeTruthy()
  const sent = server.seen.find(({ method, path }) => method === 'POST' && path.endsWith('/invitations'))
  expect(sent?.body).toEqual({
    emails: ['um@example.com', 'dois@example.com'],
    role: 'member',
    grants: [],
    visibility: 'all',
    teamIds: [],
  })
})

test('a member sees the team but no means to change it', async () => {
  await renderApp(page, { session: sessionOf({ memberRole: 'member' }), routes: lists })
  expect(await screen.findByText('Bruno Lima')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Invite people' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Actions for Bruno Lima' })).toBeNull()
})

test('whoever acts as an admin is told why they find no means to change it', async () => {
  await renderApp(page, { session: sessionOf({ admin_user: true }), routes: lists })
  expect(await screen.findByText('Bruno Lima')).toBeTruthy()
  expect(screen.getByText(/You can't while you act as one of them/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Invite|Actions for|Export/ })).toBeNull()
})

test('a list that cannot be read says why, with the id for support and a retry', async () => {
  await renderApp(page, { session: sessionOf(), routes: [failing(listMembers, 'forbidden'), ...lists] })
  expect(await screen.findByText("You don't have permission to do this.")).toBeTruthy()
  expect(screen.getByText('Error ID: trace-1')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
})

test('the page of another company of mine offers to switch to it', async () => {
  await renderApp(`/companies/${companyIds.second}`, { session: sessionOf() })
  expect(await screen.findByRole('button', { name: 'Switch to Loja Aurora' })).toBeTruthy()
})

test('many members are asked for a page at a time, and looked for by the server', async () => {
  const many = Array.from({ length: 60 }, (_, index) =>
    memberOf({ id: `0192f000-0000-7000-8000-0000000010${index + 10}`, name: `Person ${index + 1}` }),
  )
  const next = '0192f000-0000-7000-8000-000000000999'
  const people = on(listMembers, ({ query }) => {
    if (query.get('search') === 'jose av') return { data: [memberOf({ name: 'José Ávila' })], page: whole }
    if (query.get('cursor') === next) return { data: many.slice(50), page: whole }
    return { data: many.slice(0, 50), page: { next, has_more: true } }
  })
  const { user, router } = await renderApp(page, { session: sessionOf(), routes: [people, ...lists.slice(1)] })
  expect(await screen.findByText('Person 50')).toBeTruthy()
  expect(screen.queryByText('Person 51')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Next' }))
  expect(await screen.findByText('Person 60')).toBeTruthy()
  expect(screen.queryByText('Person 50')).toBeNull()
  await user.type(screen.getByRole('searchbox', { name: 'Name or email' }), 'jose av')
  await waitFor(() => expect(router.state.location.search).toEqual({ tab: 'members', search: 'jose av' }))
  expect(await screen.findByText('José Ávila')).toBeTruthy()
  expect(screen.queryByText('Person 60')).toBeNull()
})

test('a permission is granted by clicking its cell, and revoked by Undo', async () => {
  let member = memberOf()
  const saved = on(updateMember, ({ body }) => {
    member = { ...member, ...(body as Partial<Member>) }
    return member
  })
  const people = on(listMembers, () => ({ data: [member], page: whole }))
  const { user, server } = await renderApp(`${page}&show=permissions`, {
    session: sessionOf(),
    routes: [saved, people, ...lists],
  })
  const templates = await screen.findByRole('switch', { name: 'Bruno Lima: Create templates' })
  expect(templates.getAttribute('aria-checked')).toBe('false')
  await user.click(templates)
  await waitFor(() =>
    expect(screen.getByRole('switch', { name: 'Bruno Lima: Create templates' }).getAttribute('aria-checked')).toBe(
      'true',
    ),
  )
  const changes = () => server.seen.filter(({ method }) => method === 'PATCH').map(({ body }) => body)
  const before = { role: 'member', grants: ['contacts.export', 'contacts.pii', 'team.lead'] }
  expect(changes()).toEqual([{ role: 'member', grants: [...before.grants, 'templates.write'] }])
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(changes()[1]).toEqual(before))
})

test('the permission marks are explained, and granting the admin role asks for confirmation', async () => {
  const admin = memberOf({ id: '0192f000-0000-7000-8000-000000000202', name: 'Ana Souza', role: 'admin', grants: [] })
  const people = on(listMembers, () => ({ data: [memberOf(), admin], page: whole }))
  const saved = on(updateMember, () => memberOf({ role: 'admin', grants: [] }))
  const { user, server } = await renderApp(`${page}&show=permissions`, {
    session: sessionOf(),
    routes: [saved, people, ...lists],
  })
  const legend = within(await screen.findByRole('list', { name: 'Legend' }))
  expect(legend.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Everything, as admin',
    'Allowed',
    'Not allowed',
    'Not in your plan',
  ])
  expect(screen.getByRole('img', { name: 'Ana Souza: Create templates: Everything, as admin' })).toBeTruthy()
  expect(screen.getByRole('img', { name: 'Bruno Lima: Launch campaigns: Not in your plan' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Role of Bruno Lima: Supervisor' }))
  await user.click(await screen.findByRole('menuitem', { name: /^Admin/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Make Bruno Lima an admin?' }))
  expect(server.seen.some(({ method }) => method === 'PATCH')).toBe(false)
  await user.click(dialog.getByRole('button', { name: 'Make admin' }))
  await waitFor(() =>
    expect(server.seen.find(({ method }) => method === 'PATCH')?.body).toEqual({ role: 'admin', grants: [] }),
  )
})

test('permissions clicked in quick succession are all granted', async () => {
  let member = memberOf({ grants: [] })
  const saved = on(updateMember, ({ body }) => {
    member = { ...member, ...(body as Partial<Member>) }
    return member
  })
  const people = on(listMembers, () => ({ data: [member], page: whole }))
  await renderApp(`${page}&show=permissions`, { session: sessionOf(), routes: [saved, people, ...lists] })
  const lead = await screen.findByRole('switch', { name: 'Bruno Lima: Lead the team: assign conversations' })
  fireEvent.click(screen.getByRole('switch', { name: 'Bruno Lima: Create templates' }))
  fireEvent.click(lead)
  await waitFor(() => expect([...member.grants].sort()).toEqual(['team.lead', 'templates.write']))
})

test('revoking the admin role asks for confirmation, and the owner always keeps it', async () => {
  const admin = memberOf({ id: '0192f000-0000-7000-8000-000000000202', name: 'Ana Souza', role: 'admin', grants: [] })
  const owner = memberOf({
    id: '0192f000-0000-7000-8000-000000000203',
    name: 'Caio Reis',
    role: 'admin',
    grants: [],
    owner: true,
  })
  const people = on(listMembers, () => ({ data: [admin, owner], page: whole }))
  const { user, server } = await renderApp(`${page}&show=permissions`, {
    session: sessionOf(),
    routes: [people, ...lists],
  })
  await user.click(await screen.findByRole('button', { name: 'Role of Ana Souza: Admin' }))
  await user.click(await screen.findByRole('menuitem', { name: /^Agent/ }))
  expect(await screen.findByRole('dialog', { name: 'Remove Ana Souza as an admin?' })).toBeTruthy()
  expect(server.seen.some(({ method }) => method === 'PATCH')).toBe(false)
  expect(screen.queryByRole('button', { name: /^Role of Caio Reis/, hidden: true })).toBeNull()
})

test('members who may not change permissions can view them', async () => {
  await renderApp(`${page}&show=permissions`, { session: sessionOf({ memberRole: 'member' }), routes: lists })
  expect(
    await screen.findByRole('img', { name: 'Bruno Lima: Lead the team: assign conversations: Allowed' }),
  ).toBeTruthy()
  expect(screen.queryByRole('switch')).toBeNull()
})

test('a settings page shows who changed it last, and links to its earlier changes', async () => {
  const row = {
    id: '0192f000-0000-7000-8000-000000000301',
    at: new Date().toISOString(),
    actor: { kind: 'user', id: '0192f000-0000-7000-8000-000000000302', name: 'Sofia Reis' },
    onBehalfOf: null,
    company: null,
    action: 'member.updated',
    target: { type: 'user', id: null, label: 'Bruno Lima' },
    source: 'web',
    ip: null,
    userAgent: null,
    requestId: null,
    diff: null,
  } as const
  const asked: (string | null)[] = []
  const audit = on(listAudit, ({ query }) => {
    asked.push(query.get('action'))
    return { data: [row], page: whole }
  })
  const { user, router } = await renderApp(page, { session: sessionOf(), routes: [audit, ...lists] })
  await user.click(await screen.findByRole('link', { name: /^Changed by Sofia Reis/ }))
  await waitFor(() => expect(router.state.location.search).toEqual({ tab: 'audit', action: 'member.' }))
  expect(new Set(asked)).toEqual(new Set(['member.']))
})
