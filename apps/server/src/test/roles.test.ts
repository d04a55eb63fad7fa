import { readdirSync } from 'node:fs'
import { memberGrants } from '@recado/contracts'
import { listNames } from '@recado/contracts/shared/list-names'
import type { Sandbox } from '@recado/sandbox'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contractEndpoints } from '#server/http/contract-endpoints.ts'
import { buildOwnApp, type TestApp, testConfig } from './app.ts'
import { callOf } from './endpoint-calls.ts'
import { createWorld, startWorldSandbox, type World } from './endpoint-world.ts'
import { createRolePeople, type Person, people, type RolePeople } from './role-people.ts'

// Who gets what from the lists, bulk changes and files behind each page. Written down apart from `accessMap`, so that
// a slip there shows here.

let test: TestApp
let sandbox: Sandbox
let world: World
let roles: RolePeople

beforeAll(async () => {
  const { WHATSAPP_APP_SECRET: appSecret = '', WHATSAPP_VERIFY_TOKEN: verifyToken = '' } = testConfig()
  sandbox = await startWorldSandbox({ appSecret, verifyToken })
  test = await buildOwnApp({ WHATSAPP_GRAPH_URL: sandbox.graphUrl, WHATSAPP_SIGNUP_CONFIG_ID: '700000000000001' })
  world = await createWorld(test.deps, { platform: true })
  roles = await createRolePeople(test.deps, { companyId: world.company.id, channelId: world.channel.id })
})
afterAll(async () => {
  await test.close()
  await sandbox.close()
})

const signedIn = people.filter((who) => who !== 'anonymous')
const withGrant = (...grants: (typeof memberGrants)[number][]): Person[] =>
  grants.map((grant) => `member with ${grant}` as const)
const entered: Person[] = ['admin seen by platform admin', 'admin entered by platform admin']
const admins: Person[] = ['company admin', ...entered]
const members: Person[] = ['member', ...withGrant(...memberGrants), ...admins]
const withoutBlocks: Person[] = ['admin without blocks']
const company = [...members, ...withoutBlocks]
/** Members need the grant of personal data besides that of imports. */
const importers: Person[] = [...admins, ...withoutBlocks]
const operators: Person[] = ['operator', 'operator of the number', 'platform admin']
const support: Person[] = ['support', 'platform admin']
const platform: Person[] = ['platform admin']

/** `exportList` is followed by the name of the list. */
type Row = readonly [endpoint: string, ...may: Person[]]

/** Page, then its endpoints with the people who may call them; everybody else is refused. */
const table: Record<string, readonly Row[]> = {
  'every page': [
    ['getApp', ...people],
    ['getGeneralSettings', ...people],
    ['getLegal', ...people],
    ['getMe', ...signedIn],
    ['getOwnAnnouncement', ...signedIn],
    ['listTasks', ...signedIn],
    ['getListSettings', ...signedIn],
    ['getNotificationSettings', ...signedIn],
  ],
  '/dashboard': [
    ['getChecklist', ...signedIn],
    ['getDashboardSummary', ...company],
    ['getDashboardSeries', ...company],
    ['getDashboardHeat', ...company],
    ['getDashboardSpend', ...company],
    ['listDashboardPeople', ...company],
    ['getOperatorFigures', ...operators],
    ['getDashboardAttention', ...members],
    ['getDashboardHealth', ...members],
    ['getSupportDashboard', ...support],
    ['getPlatformDashboard', ...platform],
  ],
  '/open': [['myCompanies', ...signedIn]],
  '/companies': [
    ['myCompanies', ...signedIn],
    ['exportList companies', ...signedIn],
  ],
  '/companies/:id': [
    ['getCompany', ...company],
    ['listMembers', ...company],
    ['listInvitations', ...company],
    ['listTeams', ...company],
    ['listLabels', ...company],
    ['listBusinessHours', ...company],
    ['listSlaPolicies', ...company],
    ['listCannedReplies', ...company],
    ['listMacros', ...company],
    ['listContactAttributes', ...company],
    ['getChatSettings', ...company],
    ['getContactSettings', ...company],
    ['listAudit', ...admins, ...withoutBlocks],
    ['exportList audit', 'company admin', ...withoutBlocks],
    ['exportList members', 'company admin', ...withoutBlocks],
    ['exportList invitations', 'company admin', ...withoutBlocks],
    ['exportCompany', 'company admin', ...withoutBlocks],
    ['changeInvitations', 'company admin'],
    ['summariseCsat', ...admins, ...withoutBlocks],
  ],
  '/all-companies': [
    ['listAllCompanies', ...platform],
    ['listCareChoices', ...platform],
    ['listFeatureFlags', ...platform],
    ['exportList admin-companies', ...platform],
    ['tagCompanies', ...platform],
    ['notifyCompanies', ...platform],
  ],
  '/all-campaigns': [
    ['listAllCampaigns', ...platform],
    ['countCampaignRisks', ...platform],
    ['getOverseenCampaign', ...platform],
    ['throttleCampaign', ...platform],
    ['exportList admin-campaigns', ...platform],
  ],
  '/support/companies': [
    ['listSupportCompanies', ...support],
    ['exportList support-companies', ...support],
    ['getSupportCompany', ...support],
  ],
  '/admin/company-permissions': [
    ['listCompanyAccess', ...platform],
    ['listAccessHistory', ...platform],
    ['previewAccess', ...platform],
    ['changeAccess', ...platform],
    ['previewAccessOfMany', ...platform],
    ['changeAccessOfMany', ...platform],
    ['exportList admin-permissions', ...platform],
    ['exportList admin-access-history', ...platform],
  ],
  '/admin/users/customers': [
    ['listUsers', ...platform],
    ['uploadUserImport', ...platform],
    ['exportList admin-customers', ...platform],
  ],
  '/admin/users/customer-support': [
    ['listUsers', ...platform],
    ['exportList admin-support', ...platform],
    ['changeUsers', ...platform],
  ],
  '/admin/users/admins': [
    ['listUsers', ...platform],
    ['listAdminRequests', ...platform],
    ['exportList admin-admins', ...platform],
  ],
  '/integrations/whatsapp': [
    ['listChannels', ...company],
    ['listOwnIncidents', ...company],
    ['listOnboardings', ...members],
    ['listChannelUsage', ...members],
    ['exportList channels', ...members],
    ['resyncChannels', ...admins],
    ['getSpareNumber', 'company admin'],
  ],
  '/integrations/whatsapp/:id': [
    ['getChannel', ...members],
    ['listChannelWebhooks', ...members],
  ],
  '/integrations/whatsapp/templates': [
    ['listTemplateGroups', ...members],
    ['listTemplateAccounts', ...members],
    ['listTemplateLibrary', ...members],
    ['listTemplatePrices', ...members],
    ['exportTemplates', ...members],
    ['exportSelectedTemplates', ...members],
    ['exportList templates', ...members],
    ['changeTemplates', ...withGrant('templates.write'), ...admins],
    ['importTemplates', ...withGrant('templates.write'), ...admins],
  ],
  '/integrations/whatsapp/templates/:id': [
    ['getTemplate', ...members],
    ['listTemplateVersions', ...members],
    ['listTemplateUses', ...members],
    ['getTemplateAnalytics', ...members],
    ['syncTemplates', ...members],
    ['syncTemplateAccounts', ...members],
  ],
  '/integrations/whatsapp/chat': [
    ['listConversations', ...members],
    ['countConversations', ...members],
    ['findRecipients', ...members],
    ['listTemplateMappings', ...members],
    ['listAssignees', ...members],
    ['listColleagues', ...members],
    ['listSavedViews', ...company],
    ['searchMessages', ...members],
    ['getConversation', ...members],
    ['getMessages', ...members],
    ['changeConversations', ...withGrant('team.lead'), ...admins],
    ['exportList chat', ...withGrant('contacts.export'), 'company admin'],
    ['exportConversation', ...withGrant('contacts.export'), 'company admin'],
  ],
  '/company/contacts': [
    ['listContacts', ...company],
    ['listContactTags', ...company],
    ['listContactFields', ...company],
    ['listSegments', ...company],
    ['listContactLists', ...company],
    ['listContactChanges', ...company],
    ['previewContactChange', ...members],
    ['changeContacts', ...members],
    ['upsertContacts', ...company],
    ['exportList contacts', 'company admin', ...withoutBlocks, ...withGrant('contacts.export')],
    ['listDuplicatePairs', ...company],
  ],
  '/company/contacts/:id': [
    ['listContactRuns', ...members],
    ['listCampaignsOfContact', ...members],
    ['listContactTags', ...company],
    ['listContactAttributes', ...company],
    ['getContactSettings', ...company],
    ['previewContactChange', ...members],
    ['listAudit', ...admins, ...withoutBlocks],
  ],
  '/company/apis': [['listApiKeys', 'company admin', ...withGrant('developers.write')]],
  '/company/apis/usage': [
    ['getApiUsage', 'company admin', ...withGrant('developers.write')],
    ['listApiRequests', 'company admin', ...withGrant('developers.write')],
  ],
  '/company/actions': [['listAutomations', ...members]],
  '/company/actions/:id': [['listAutomations', ...members]],
  '/company/actions/runs/:id': [['listAutomations', ...members]],
  '/company/apis/webhooks': [['listWebhookEndpoints', 'company admin', ...withGrant('developers.write')]],
  '/company/apis/webhooks/:id': [['listWebhookEndpoints', 'company admin', ...withGrant('developers.write')]],
  '/company/webhook-integrations': [
    ['listWebhookSources', ...admins, ...withGrant('developers.write')],
    ['listWebhookIntegrations', ...admins, ...withGrant('developers.write')],
  ],
  '/company/webhook-integrations/:id': [
    ['listAutomations', ...members],
    ['listWebhookSources', ...admins, ...withGrant('developers.write')],
    ['listWebhookIntegrations', ...admins, ...withGrant('developers.write')],
  ],
  '/company/contacts/tags': [['listContactTags', ...company]],
  '/company/contacts/lists': [['listContactLists', ...company]],
  '/company/contacts/imports': [['listImports', ...importers]],
  '/company/contacts/imports/new': [['createImport', ...importers.filter((who) => !entered.includes(who))]],
  '/company/contacts/imports/:id': [
    ['listContactLists', ...company],
    ['listContactTags', ...company],
  ],
  '/company/contacts/privacy': [
    ['listPrivacyRequests', ...company],
    ['countPrivacyRequests', ...company],
    ['countSuppressions', ...admins, ...withoutBlocks],
    ['listErasures', 'company admin', ...withoutBlocks, ...withGrant('contacts.erase')],
    ['checkSuppression', ...admins, ...withoutBlocks],
    ['exportList affected-people', 'company admin', ...withoutBlocks],
  ],
  '/company/contacts/duplicates': [
    ['listDuplicatePairs', ...company],
    ['searchDuplicates', ...members, ...withoutBlocks],
  ],
  '/company/contacts/bin': [['listContacts', ...company]],
  '/company/contacts/segments': [
    ['listSegments', ...company],
    ['listContactFields', ...company],
  ],
  '/company/contacts/segments/new': [
    ['previewSegment', ...company],
    ['createSegment', ...company],
  ],
  '/company/contacts/segments/:id': [['listSegments', ...company]],
  '/company/messages': [
    ['listLog', ...members],
    ['getLogSummary', ...members],
    ['exportList messages', ...withGrant('contacts.export'), 'company admin'],
  ],
  '/company/campaigns': [
    ['listCampaigns', ...members],
    ['getCampaignCalendar', ...members],
    ['exportList campaigns', 'member', ...withGrant(...memberGrants), 'company admin'],
    ['changeCampaigns', ...withGrant('campaigns.write'), ...admins],
  ],
  '/company/campaigns/new': [['createCampaign', ...withGrant('campaigns.write'), ...admins]],
  '/company/campaigns/:id_/edit': [['previewAudience', ...members]],
  '/company/campaigns/:id': [
    ['listRecipients', ...members],
    ['getCampaignAnalytics', ...members],
    ['compareCampaignGroups', ...members],
    ['getCampaignConversions', ...members],
    ['getSeries', ...members],
    ['keepRecipients', ...members],
    ['exportList campaign-recipients', ...withGrant('contacts.export'), 'company admin'],
  ],
  '/whatsapp': [
    ['listOperatorChannels', ...operators],
    ['exportList operator-channels', ...operators],
    ['resyncOperatorChannels', 'operator of the number', ...platform],
  ],
  '/whatsapp/templates': [
    ['listOperatorTemplates', ...operators],
    ['listOperatorTemplateAccounts', ...operators],
    ['getOperatorTemplate', 'operator of the number', ...platform],
    ['exportList operator-templates', ...operators],
    ['exportOperatorTemplates', 'operator of the number', ...platform],
    ['changeOperatorTemplates', 'operator of the number', ...platform],
    ['importOperatorTemplates', 'operator of the number', ...platform],
    ['syncOperatorTemplates', 'operator of the number', ...platform],
  ],
  '/whatsapp/embedded-signup': [
    ['getSignupSetup', ...operators],
    ['getSignupFunnel', ...operators],
    ['listOperatorOnboardings', ...operators],
    ['exportList admin-signups', ...operators],
  ],
  '/whatsapp/chat': [
    ['listOperatorChannels', ...operators],
    ['exportList operator-chat', ...operators],
  ],
  '/admin/whatsapp-channels': [
    ['listOperators', ...platform],
    ['getPortfolios', ...platform],
    ['listIncidents', ...platform],
    ['runChannelAction', ...platform],
    ['exportList admin-channels', ...platform],
  ],
  '/admin/messages': [
    ['listAdminLog', ...platform],
    ['retryMessagesOfAll', ...platform],
    ['exportList admin-messages', ...platform],
  ],
  '/admin/campaigns': [
    ['listSystemCampaigns', ...platform],
    ['countSystemAudience', ...platform],
    ['createSystemCampaign', ...platform],
  ],
  '/admin/settings': [
    ['getSettings', ...platform],
    ['listSettingsVersions', ...platform],
  ],
  '/admin/webhook-callback/templates': [['listWebhookTemplates', ...platform]],
  '/admin/webhook-callback/templates/:key': [
    ['getWebhookTemplate', ...platform],
    ['testWebhookTemplate', ...platform],
    ['listWebhookTemplateUses', ...platform],
  ],
  '/admin/audit': [
    ['listPlatformAudit', ...platform],
    ['getAuditIntegrity', ...platform],
    ['exportList admin-audit', ...platform],
  ],
  '/admin/system': [
    ['getSystem', ...platform],
    ['listFailedJobs', ...platform],
    ['settleFailedJobs', ...platform],
    ['retryFailedWebhooks', ...platform],
  ],
  '/admin/notifications/workflows': [
    ['listNotificationWorkflows', ...platform],
    ['listNotificationOptions', ...platform],
  ],
  '/admin/notifications/workflows/:id': [['getNotificationWorkflow', ...platform]],
  '/admin/notifications/workflows/:id/edit': [['getNotificationWorkflow', ...platform]],
  '/admin/notifications/workflows/new': [['listNotificationOptions', ...platform]],
  '/admin/notifications/activity': [
    ['listNotificationRuns', ...platform],
    ['getNotificationStats', ...platform],
  ],
  '/admin/notifications/activity/:runId': [['getNotificationRun', ...platform]],
  '/admin/notifications/subscribers': [['listNotificationSubscribers', ...platform]],
  '/admin/notifications/subscribers/:subscriberId': [['getNotificationSubscriber', ...platform]],
  '/admin/notifications/integrations': [
    ['listNotificationIntegrations', ...platform],
    ['listNotificationProviders', ...platform],
  ],
  '/admin/notifications/logs': [['listNotificationLogs', ...platform]],
  '/profile': [
    ['getTwoFactor', ...signedIn],
    ['listSessions', ...signedIn],
    ['getSupportConsent', ...signedIn],
    ['listSignIns', ...signedIn],
    ['exportMe', ...signedIn.filter((who) => !entered.includes(who))],
  ],
}

const endpoints = new Map(contractEndpoints.map(({ name, endpoint }) => [name, endpoint]))
/** What only reads comes first, syncs last: one of templates forgets those that Meta does not know. */
const turnOf = ({ name, endpoint }: { name: string; endpoint: { method: string } }) =>
  endpoint.method === 'GET' ? 0 : name.startsWith('sync') ? 2 : 1
const rows = Object.entries(table)
  .flatMap(([page, listed]) =>
    listed.map(([call, ...may]) => {
      const [name = '', list] = call.split(' ')
      const endpoint = endpoints.get(name)
      if (!endpoint) throw new Error(`No contract declares ${name}`)
      return { page, call, name, list, endpoint, may: new Set(may) }
    }),
  )
  .toSorted((a, b) => turnOf(a) - turnOf(b))

const ofTheirOwn = new Set(['changeInvitations', 'previewContactChange', 'changeContacts'])

/** What a person is answered, as `status` or `status code`. */
const expected = (row: (typeof rows)[number], who: Person): string => {
  const { endpoint, may } = row
  if (entered.includes(who) && endpoint.notImpersonated) return '403 not_while_impersonating'
  if (who === 'admin seen by platform admin' && endpoint.method !== 'GET') return '403 impersonation_view_only'
  if (entered.includes(who) && may.has('company admin') && !may.has(who)) return '403 not_while_impersonating'
  if (may.has(who)) return String(endpoint.status ?? (endpoint.response ? 200 : 204))
  if (who === 'anonymous') return '401 unauthenticated'
  if (who === 'operator' && may.has('operator of the number')) return '404 not_found'
  // They may change what their own company has; what the call names is of another.
  if (who === 'admin without blocks' && ofTheirOwn.has(row.name)) return '404 not_found'
  if (who === 'admin without blocks' && may.has('company admin')) return '403 access_block_required'
  return '403 forbidden'
}

const answerTo = async ({ name, list, endpoint }: (typeof rows)[number], who: Person) => {
  const proper = await callOf(
    name,
    endpoint,
    who === 'admin without blocks' ? { ...world, company: roles.bare } : world,
  )
  const needed: Partial<Record<string, object>> = {
    'campaign-recipients': { campaignId: world.campaigns.running },
    'affected-people': { from: '2026-01-01', to: '2026-01-02' },
  }
  const filter = (list && needed[list]) ?? {}
  const call = list ? { ...proper, payload: { list, filter, format: 'csv' } } : proper
  const { cookie = '' } = roles.headersOf(who)
  const { statusCode, headers, body } = await test.app.inject({
    ...{ method: call.method, url: call.url, ...(call.payload === undefined ? {} : { payload: call.payload }) },
    headers: { ...call.headers, cookie: `XSRF-TOKEN=same; ${cookie}`, 'x-xsrf-token': 'same' },
  })
  const { code } = String(headers['content-type']).includes('problem+json')
    ? (JSON.parse(body) as { code?: string })
    : {}
  return code ? `${statusCode} ${code}` : String(statusCode)
}

const pageOf = (file: string) =>
  `/${file.replace(/(\.index|\/index)?\.tsx$/, '').replaceAll('.', '/')}`.replace(/\/$/, '').replaceAll('$', ':')
const worksOnMany = /\b(\w+-)?(exports|imports|(re)?syncs|changes|bulk|actions)$/

describe('the table', () => {
  it('has every page of the product', () => {
    const folder = new URL('../../../web/src/routes/_app/', import.meta.url)
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.tsx'))
    expect(Object.keys(table).toSorted()).toEqual(
      ['every page', ...files.filter((file) => file !== '$.tsx').map(pageOf)].toSorted(),
    )
  })

  it('has every list, and all that works on many rows at once', () => {
    const wanted = contractEndpoints.filter(
      ({ endpoint: { method, path } }) => (method === 'GET' && !path.includes(':')) || worksOnMany.test(path),
    )
    const calls = new Set(rows.map(({ call }) => call))
    const named = wanted.flatMap(({ name }) =>
      name === 'exportList' ? listNames.map((list) => `${name} ${list}`) : name,
    )
    expect(named.filter((call) => !calls.has(call))).toEqual([])
  })
})

describe.each(rows.map((row) => ({ ...row, title: `${row.page}: ${row.call}` })))('$title', (row) => {
  it('answers each person as the table says', async () => {
    const answers: Partial<Record<Person, string>> = {}
    for (const who of people) answers[who] = await answerTo(row, who)
    expect(answers).toEqual(Object.fromEntries(people.map((who) => [who, expected(row, who)])))
  })
})

/** What stays with the people themselves: who belongs to a company with which rights, and its numbers. */
const ownHands = [
  ...['inviteMembers', 'resendInvitation', 'revokeInvitation', 'changeInvitations', 'acceptInvitation'],
  ...['updateMember', 'removeMember', 'leaveCompany', 'transferCompany'],
  ...['checkChannel', 'connectChannel', 'deregisterChannel', 'moveChannel', 'replaceChannelToken'],
  ...['disconnectChannel', 'getSpareNumber', 'startOnboarding', 'reopenOnboarding', 'finishSignup'],
  ...['chooseOnboardingNumbers', 'giveOnboardingPin', 'retryOnboarding', 'discardOnboarding'],
  'retryOperatorOnboarding',
]

describe('whoever acts as someone else', () => {
  it.each(ownHands)('is refused %s', async (name) => {
    const endpoint = endpoints.get(name)
    if (!endpoint) throw new Error(`No contract declares ${name}`)
    const row = { page: '', call: name, name, list: undefined, endpoint, may: new Set<Person>() }
    expect(await answerTo(row, 'admin entered by platform admin')).toBe('403 not_while_impersonating')
  })
})
