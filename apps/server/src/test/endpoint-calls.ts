import type { EndpointShape } from '@recado/contracts'
import { deleteOwnCompany, saveCompanySecurity } from '@recado/contracts/companies/company-rules'
import { deleteMe } from '@recado/contracts/identity/users'
import { generateSync } from 'otplib'
import { newId } from '#server/lib/ids.ts'
import { appSecret, password, photoFile, signupNonce, templateContent, type World } from './endpoint-world.ts'
import { shopDefinition } from './webhook-templates.ts'

// How each endpoint of the contracts is called properly: ids for its path, its query and its body.

/** What the authenticator app of the world's person shows, some seconds from now. */
const appCode = (seconds = 0) => generateSync({ secret: appSecret, epoch: Math.floor(Date.now() / 1000) + seconds })

export type Call = {
  method: EndpointShape['method']
  url: string
  headers: Record<string, string>
  payload?: object | Buffer
}

type IdsOf = (world: World) => string

const platformOf = ({ platform }: World): NonNullable<World['platform']> => {
  if (!platform) throw new Error('The world has no platform')
  return platform
}

/** Whom a parameter of a path names, by the segment before it. */
const ids: Record<string, IdsOf> = {
  'automations/:id': (w) => w.automations.manual,
  'automation-runs/:id': (w) => w.automations.waiting,
  'contacts/:contactId': (w) => w.contact.id,
  'onboarding/:id': (w) => w.signups.choosing.id,
  'onboardings/:id': (w) => w.signups.choosing.id,
  'channel-incidents/:id': (w) => w.incidentId,
  'channels/:id': (w) => w.channel.id,
  'companies/:id': (w) => w.company.id,
  'contacts/:id': (w) => w.contact.id,
  'erasures/:id': (w) => w.erasureId,
  'privacy-requests/:id': (w) => w.privacyRequestId,
  'conversations/:id': (w) => w.conversation.id,
  'messages/:id': (w) => w.message.id,
  'messages/:messageId': (w) => w.message.id,
  'notes/:messageId': (w) => w.note.id,
  'held-messages/:heldId': (w) => w.held.id,
  'scheduled-messages/:scheduledId': (w) => w.scheduled.id,
  'webhook-events/:eventId': (w) => w.event.id,
  'invitations/:invitationId': (w) => w.invitation.id,
  'invitations/:token': (w) => w.invited.token,
  'members/:memberId': (w) => w.colleagueMemberId,
  'sessions/:id': (w) => w.elsewhereSessionId,
  'templates/:id': (w) => w.template.id,
  'users/:id': (w) => w.user.id,
  'feature-flags/:key': () => 'typing_indicator',
  'admin-requests/:id': (w) => platformOf(w).requestId,
  'user-imports/:id': (w) => platformOf(w).importId,
  'audit/:entryId': (w) => w.auditId,
  'notes/:noteId': (w) => platformOf(w).noteId,
  'images/:kind': () => 'logo',
  'labels/:id': (w) => w.settings.label.id,
  'business-hours/:id': (w) => w.settings.hours.id,
  'tasks/:id': (w) => w.taskId,
  'teams/:id': (w) => w.settings.team.id,
  'sla-policies/:id': (w) => w.settings.policy.id,
  'canned-replies/:id': (w) => w.settings.reply.id,
  'imports/:id': (w) => w.imports.mapped,
  'merges/:mergeId': (w) => w.merge.id,
  'duplicates/:id': (w) => w.duplicateId,
  'macros/:id': (w) => w.settings.macro.id,
  'views/:id': (w) => w.settings.view.id,
  'tags/:id': (w) => w.settings.tag.id,
  'api-keys/:id': (w) => w.settings.apiKey.id,
  'webhook-integrations/:id': (w) => w.settings.system.id,
  'webhook-endpoints/:id': (w) => w.settings.endpoint.id,
  'deliveries/:deliveryId': (w) => w.settings.delivery.eventId,
  'events/:eventId': (w) => w.settings.systemEvent.id,
  'lists/:id': (w) => w.settings.list.id,
  'contact-changes/:id': (w) => w.contactChangeId,
  'contact-attributes/:id': (w) => w.settings.attribute.id,
  'system-campaigns/:id': (w) => platformOf(w).announcementId,
  'campaigns/:id': (w) => w.campaigns.draft,
  'audience-uploads/:uploadId': (w) => w.campaigns.uploadId,
  'segments/:id': (w) => w.settings.segment.id,
  'workflows/:id': (w) => platformOf(w).workflowId,
  'versions/:version': () => '1',
  'versions/:number': () => '1',
  'logos/:file': () => newId(),
  'webhook-templates/:key': (w) => platformOf(w).templateKey,
  'runs/:id': (w) => platformOf(w).runId,
  'subscribers/:subscriberId': (w) => platformOf(w).subscriberId,
  'integrations/:id': (w) => platformOf(w).integrationId,
}

/** Where an endpoint needs another one than its neighbours. */
const colleague = { 'users/:id': (w: World) => w.colleague.id }
const ownIds: Record<string, Record<string, IdsOf>> = {
  giveOnboardingPin: { 'onboarding/:id': (w) => w.signups.registering.id },
  getAutomationVersion: { 'versions/:number': (w) => String(w.automations.version) },
  restoreAutomationVersion: { 'versions/:number': (w) => String(w.automations.version) },
  triggerAutomation: { 'automations/:id': (w) => w.automations.api },
  retryAutomationRun: { 'automation-runs/:id': (w) => w.automations.failed },
  approveCampaign: { 'campaigns/:id': (w) => w.campaigns.awaiting },
  keepRecipients: { 'campaigns/:id': (w) => w.campaigns.running },
  getOverseenCampaign: { 'campaigns/:id': (w) => w.campaigns.running },
  holdCampaign: { 'campaigns/:id': (w) => w.campaigns.running },
  throttleCampaign: { 'campaigns/:id': (w) => w.campaigns.running },
  releaseCampaign: { 'campaigns/:id': (w) => w.campaigns.held },
  reviewCampaign: { 'campaigns/:id': (w) => w.campaigns.held },
  previewRetry: { 'campaigns/:id': (w) => w.campaigns.failed },
  retryCampaign: { 'campaigns/:id': (w) => w.campaigns.failed },
  pauseCampaign: { 'campaigns/:id': (w) => w.campaigns.running },
  resumeCampaign: { 'campaigns/:id': (w) => w.campaigns.paused },
  cancelCampaign: { 'campaigns/:id': (w) => w.campaigns.running },
  decideCampaign: { 'campaigns/:id': (w) => w.campaigns.testing },
  setWinnerRule: { 'campaigns/:id': (w) => w.campaigns.testing },
  getSeries: { 'campaigns/:id': (w) => w.campaigns.series },
  startImport: { 'imports/:id': (w) => w.imports.ready },
  cancelImport: { 'imports/:id': (w) => w.imports.running },
  revertImport: { 'imports/:id': (w) => w.imports.completed },
  downloadTaskFile: { 'tasks/:id': (w) => w.finishedTaskId },
  downloadImportRows: { 'imports/:id': (w) => w.imports.completed },
  startImpersonation: colleague,
  deleteUser: colleague,
  setSupportProfile: { 'users/:id': (w) => platformOf(w).supportId },
  previewUserMerge: colleague,
  mergeUsers: colleague,
  setUserStatus: colleague,
  updateUser: colleague,
  resetTwoFactor: { 'users/:id': (w) => platformOf(w).twoFactorId },
  beginWebhookTemplateDraft: { 'webhook-templates/:key': (w) => platformOf(w).publishedKey },
  previewWebhookMove: { 'webhook-integrations/:id': (w) => w.settings.movable.id },
  moveWebhookIntegration: { 'webhook-integrations/:id': (w) => w.settings.movable.id },
  reactivateCompany: { 'companies/:id': (w) => platformOf(w).suspendedId },
  revertSettings: { 'versions/:version': (w) => String(platformOf(w).settingsVersion) },
  extendTrial: { 'companies/:id': (w) => platformOf(w).trialId },
  submitTemplate: { 'templates/:id': (w) => w.template.writtenId },
  resendMessage: { 'messages/:messageId': (w) => w.failed.id },
  dismissFailedMessage: { 'messages/:messageId': (w) => w.failed.id },
  retryMedia: { 'messages/:messageId': (w) => w.picture.id },
  updateContactNote: { 'notes/:noteId': (w) => w.contactNote.id },
  deleteContactNote: { 'notes/:noteId': (w) => w.contactNote.id },
}

const queries: Record<string, (world: World) => Record<string, string>> = {
  compareAutomationVersions: (w) => ({ from: String(w.automations.version) }),
  listTemplateLibrary: (w) => ({ accountId: w.template.accountId, language: 'pt_BR' }),
  listUsers: () => ({ role: 'customer' }),
  previewMerge: (w) => ({ otherId: w.namesake.id }),
  previewUserMerge: (w) => ({ otherId: platformOf(w).duplicateId }),
  getMessages: (w) => ({ ids: w.message.id }),
  listSavedViews: () => ({ page: 'chat' }),
  searchMessages: (w) => ({ q: 'Olá', conversationId: w.conversation.id }),
  findRecipients: (w) => ({ search: 'Maria', channelId: w.channel.id }),
  listDashboardPeople: () => ({ preset: '7d', kind: 'newContacts' }),
  getCampaignCalendar: () => ({ from: '2026-11-01', to: '2026-11-30' }),
  summariseCsat: () => ({ from: '2026-01-01T00:00:00Z', to: '2026-02-01T00:00:00Z' }),
}

const workflowForm = (world: World) => ({
  name: 'Somebody answered',
  description: null,
  groupId: platformOf(world).groupId,
  tags: [],
  critical: false,
  active: true,
  preferenceSettings: { email: true, sms: true, in_app: true, chat: true, push: true },
  steps: [{ template: { type: 'in_app', content: 'Hi {{name}}' } }],
})

const announcement = {
  ...{ name: 'News', topic: 'product', channels: ['in_app'], capDays: null },
  content: { en: { title: 'News', body: 'A text' }, pt: { title: 'Novidade', body: 'Um texto' }, url: '/dashboard' },
  audience: { roles: ['support'] },
}

const integrationForm = { name: 'Mail', active: false, credentials: {}, check: false }

const why = { reason: 'Asked for by their owner', notify: false }
const accessChanges = (w: World) => [{ companyId: w.company.id, block: 'chatbot', effect: 'grant' }]

const selection = (w: World) => ({ ids: [w.company.id] })

const platformBodies: Record<string, (world: World) => object> = {
  updateFeatureFlag: (w) => ({ version: platformOf(w).flagVersion, enabled: true, percent: 50 }),
  setCompanyFlags: (w) => ({ selection: selection(w), key: 'typing_indicator', choice: 'off' }),
  setCompanyCare: (w) => ({ version: 0, managerId: platformOf(w).supportId, tags: ['vip'] }),
  tagCompanies: (w) => ({ selection: selection(w), add: ['vip'] }),
  notifyCompanies: (w) => ({
    selection: selection(w),
    key: newId(),
    message: { en: 'Maintenance on Sunday', pt: 'Manutenção no domingo' },
  }),
  previewAccessOfMany: (w) => ({ selection: selection(w), block: 'chatbot', effect: 'grant' }),
  changeAccessOfMany: (w) => ({
    ...{ selection: selection(w), block: 'chatbot', effect: 'grant' },
    reason: 'A test of automations',
  }),
  createWebhookTemplate: () => ({
    key: `shop_${newId().replaceAll('-', '')}`,
    name: { en: 'A shop', pt: 'Uma loja' },
  }),
  saveWebhookTemplate: () => ({ version: 1, definition: shopDefinition() }),
  testWebhookTemplate: () => ({ definition: shopDefinition() }),
  publishWebhookTemplate: () => ({ version: 1 }),
  deprecateWebhookTemplate: () => ({ deprecated: true }),
  moveWebhookTemplateUses: (w) => ({ ids: [w.settings.system.id], to: 1, apply: true }),
  settleFailedJobs: () => ({ action: 'retry', jobs: { until: new Date().toISOString() } }),
  changeUsers: (w) => ({
    role: 'customer',
    selection: { ids: [w.colleague.id] },
    change: { action: 'suspend', reason: 'Left the company' },
  }),
  setSupportProfile: () => ({ languages: ['pt'], skills: ['billing'], ticketCapacity: 10, shift: null }),
  mergeUsers: (w) => ({ otherId: platformOf(w).duplicateId, reason: 'The same person twice' }),
  deleteUser: () => ({ reason: 'Asked for by the person' }),
  requestAdmin: () => ({ name: 'New Admin', email: `${newId()}@example.test`, reason: 'Takes the night shift' }),
  decideAdminRequest: () => ({ decision: 'refused' }),
}

const ofBea = { value: 'AND', children: [{ field: 'name', operator: 'LIKE', value: 'bea' }] }

const inTenMinutes = new Date(Date.now() + 600_000).toISOString()

const bodies: Record<string, (world: World) => object> = {
  startOnboarding: () => ({ kind: 'standard' }),
  retryMessages: (w) => ({ ids: [w.failed.id] }),
  countFilters: () => ({ filters: [{ view: 'mine' }] }),
  replayChannelWebhooks: (w) => ({ ids: [w.event.id] }),
  exportList: () => ({ list: 'companies', format: 'csv' }),
  updateListSettings: () => ({ list: 'messages', settings: { hidden: ['origin'], density: 'compact' } }),
  setDefaultView: () => ({ isDefault: true }),
  exportConversation: () => ({ format: 'txt' }),
  retryMessagesOfAll: (w) => ({ selection: { ids: [w.failed.id] }, reason: 'The number was down for an hour' }),
  revealMessage: (w) => ({ companyId: w.company.id, reason: 'The customer asked us to look' }),
  finishSignup: () => ({ nonce: signupNonce, code: null, result: { event: 'CANCEL' } }),
  chooseOnboardingNumbers: (w) => ({ phoneNumberIds: [w.freeNumber.phoneNumberId] }),
  giveOnboardingPin: () => ({ pin: '123456' }),
  updateChannelRouting: (w) => ({ version: 1, routing: { teamId: w.settings.team.id } }),
  updateChannelOptOut: () => ({ version: 1, optOut: { enabled: false } }),
  updateChannelLimits: () => ({ version: 1, limits: { marketingPerDay: 100 } }),
  updateChannelConversational: () => ({ version: 1, conversational: { iceBreakers: ['Where is my order?'] } }),
  moveChannel: (w) => ({ companyId: w.elsewhere.id }),
  updateSignupSetup: () => ({
    ...{ appId: null, configId: '700000000000009', coexistenceConfigId: null, graphVersion: null, solutionId: null },
    allowedDomains: ['example.com'],
    version: 1,
  }),
  assignOperators: (w) => ({ userIds: [w.user.id] }),
  fixChannel: () => ({ fix: 'payment' }),
  resyncChannels: (w) => ({ ids: [w.channel.id] }),
  resyncOperatorChannels: (w) => ({ ids: [w.channel.id] }),
  runChannelAction: (w) => ({ action: 'resync', selection: { ids: [w.channel.id] } }),
  startIncident: () => ({
    filter: { search: 'a name that nobody has' },
    message: { en: 'Marketing waits', pt: 'O marketing espera' },
    reason: 'Meta is down',
  }),
  setPresence: () => ({ presence: 'away' }),
  holdMessage: () => ({ draft: { type: 'text', clientKey: 'held-a-while', body: 'Bom dia' } }),
  releaseHeldMessages: () => ({}),
  scheduleMessage: () => ({ sendAt: inTenMinutes, draft: { type: 'text', clientKey: 'for-later', body: 'Bom dia' } }),
  updateScheduledMessage: () => ({ sendAt: inTenMinutes }),
  createSystemCampaign: () => announcement,
  updateSystemCampaign: () => ({ ...announcement, version: 0 }),
  countSystemAudience: () => ({ audience: {}, topic: 'product', capDays: null }),
  scheduleSystemCampaign: () => ({ version: 0, startsAt: inTenMinutes }),
  archiveSystemCampaign: () => ({ archived: true }),
  suspendCompany: () => why,
  reactivateCompany: () => why,
  scheduleCompanyDeletion: () => why,
  extendTrial: () => ({ days: 7 }),
  resetSignInRules: () => ({ reason: 'Nobody gets in any more' }),
  addCompanyNote: () => ({ body: 'Pays late' }),
  previewAccess: (w) => ({ changes: accessChanges(w) }),
  changeAccess: (w) => ({ changes: accessChanges(w), reason: 'A test of automations' }),
  ...platformBodies,
  createUser: () => ({ name: 'New Person', email: `${newId()}@example.test`, role: 'customer' }),
  updateUser: () => ({ name: 'Renamed Person' }),
  setUserStatus: () => ({ status: 'suspended', reason: 'Left the company' }),
  resetTwoFactor: () => ({ reason: 'Lost the phone with it' }),
  startImpersonation: () => ({ reason: 'Looking into a failing number', minutes: 15, mode: 'view' }),
  setSupportConsent: () => ({ hours: 1 }),
  saveSettings: (w) => ({
    tab: 'security',
    version: platformOf(w).settingsVersion,
    values: { impersonationMinutes: 60, supportMayEnter: true },
  }),
  checkChannel: (w) => w.freeNumber,
  connectChannel: (w) => w.freeNumber,
  replaceChannelToken: (w) => ({ accessToken: w.accessToken }),
  updateChannelProfile: () => ({ about: 'Open every day' }),
  createTemplate: (w) => ({
    accountId: w.template.accountId,
    name: 'pickup_ready',
    language: 'pt_BR',
    content: templateContent,
  }),
  saveTemplateDraft: () => ({ version: 1, content: templateContent }),
  submitTemplate: () => ({ version: 1 }),
  archiveTemplate: () => ({ archived: true }),
  copyTemplate: () => ({ language: 'en_US' }),
  importTemplates: (w) => ({
    accountId: w.template.accountId,
    templates: [{ ...templateContent, name: 'pickup_open', language: 'pt_BR' }],
  }),
  changeTemplates: (w) => ({ action: 'archive', selection: { ids: [w.template.id] } }),
  changeOperatorTemplates: (w) => ({ action: 'archive', selection: { ids: [w.template.id] } }),
  exportSelectedTemplates: (w) => ({ selection: { ids: [w.template.id] } }),
  exportOperatorTemplates: (w) => ({ selection: { ids: [w.template.id] } }),
  importOperatorTemplates: (w) => ({
    accountId: w.template.accountId,
    templates: [{ ...templateContent, name: 'pickup_moved', language: 'pt_BR' }],
  }),
  refreshTemplateAnalytics: () => ({}),
  checkTemplateLinks: () => ({ urls: ['http://10.0.0.1/private'] }),
  syncTemplateAccounts: (w) => ({ accountId: w.template.accountId }),
  syncOperatorTemplates: (w) => ({ accountId: w.template.accountId }),
  testTemplate: (w) => ({ channelId: w.channel.id, phone: '+55 81 98888-7766', values: {} }),
  createCompany: () => ({ name: 'Another company' }),
  updateCompany: () => ({ name: 'Renamed company' }),
  inviteMembers: (w) => ({ emails: ['somebody@example.test'], teamIds: [w.settings.team.id] }),
  updateMember: (w) => ({ role: 'member', capacity: 5, teamIds: [w.settings.team.id] }),
  assignConversation: (w) => ({ assigneeId: w.colleague.id }),
  snoozeConversation: () => ({ until: '2099-01-01T12:00:00.000Z' }),
  setConversationPriority: () => ({ priority: 'high' }),
  setConversationLabels: (w) => ({ add: [w.settings.label.id] }),
  takeNextConversation: (w) => ({ teamId: w.settings.team.id }),
  writeNote: (w) => ({ clientKey: `note-${newId()}`, body: 'Pays on Friday', mentions: [w.colleague.id] }),
  followConversation: () => ({ following: true }),
  changeConversations: (w) => ({ ids: [w.conversation.id], change: { type: 'priority', priority: 'low' } }),
  runMacro: (w) => ({ macroId: w.settings.macro.id, clientKey: `macro-${newId()}` }),
  reactToMessage: () => ({ emoji: '👍' }),
  readConversation: () => ({ read: true }),
  writeSeveral: () => ({ items: [{ type: 'note', clientKey: 'note-of-a-page-left', body: 'Calls back on Monday' }] }),
  resendMessage: () => ({ clientKey: 'the-second-attempt' }),
  sendMessage: () => ({ type: 'text', clientKey: 'the-first-attempt', body: 'Tudo bem?' }),
  setConversationStatus: () => ({ status: 'resolved' }),
  saveTemplateMapping: () => ({
    name: 'order_ready',
    language: 'en_US',
    mapping: { 'body.1': { known: 'contact.first_name' } },
  }),
  startConversation: (w) => ({ channelId: w.channel.id, phone: '+55 81 98888-7766' }),
  mergeContacts: (w) => ({ otherId: w.namesake.id }),
  eraseContact: (w) => ({ mode: 'anonymise', confirm: w.contact.profileName }),
  createPrivacyRequest: (w) => ({ contactId: w.contact.id, kind: 'access' }),
  updatePrivacyRequest: () => ({ version: 1, note: 'Called back' }),
  sendPrivacyCode: () => ({}),
  verifyPrivacyRequest: () => ({ note: 'Showed an identity card' }),
  exportContactData: () => ({}),
  setLegalHold: () => ({ reason: 'A lawsuit' }),
  checkSuppression: () => ({ value: '+55 81 97777-6655' }),
  addSuppression: () => ({ value: '+55 81 97777-6644', reason: 'opt_out' }),
  liftContactSuppression: () => ({ reason: 'They asked for it' }),
  liftSuppression: (w) => ({ value: w.suppressedPhone, reason: 'They asked for it' }),
  addConsent: () => ({ state: 'granted', source: 'paper', note: 'Signed at the counter' }),
  createContact: () => ({ phone: '+55 81 97777-6655', name: 'Beatriz' }),
  updateContact: () => ({ version: 1, name: 'Beatriz' }),
  createContactNote: () => ({ kind: 'call', body: 'Asked for a quote' }),
  updateContactNote: () => ({ done: true }),
  updateContactSettings: () => ({ settings: { stages: [{ key: 'trial', name: 'Trial' }] }, version: 0 }),
  beginTwoFactor: () => ({ password }),
  confirmTwoFactor: () => ({ code: appCode() }),
  renewRecoveryCodes: () => ({ password, code: appCode() }),
  removeTwoFactor: () => ({ password, code: appCode() }),
  changePassword: () => ({ current: password, password: 'another password that is long' }),
  updateMe: () => ({ name: 'Another name' }),
  changeEmail: () => ({ email: 'another.address@example.test', password }),
  deleteMe: () => ({ password }),
  acceptLegal: () => ({ terms: null, privacy: null }),
  reactToAnnouncement: (w) => ({ id: w.bannerId, reaction: 'dismissed' }),
  saveCompanySecurity: () => ({ version: 1, security: { sessionHours: 12 } }),
  saveCompanyPrivacy: () => ({ version: 1, privacy: { maskContacts: false } }),
  saveCompanyBranding: () => ({ version: 1, color: 'grape' }),
  transferCompany: (w) => ({ memberId: w.colleagueMemberId }),
  deleteOwnCompany: (w) => ({ name: w.company.name }),
  changeInvitations: (w) => ({ selection: { ids: [w.invitation.id] }, change: 'resend' }),
  updateNotificationSettings: (w) => ({
    quietHours: { enabled: true, timeZone: 'America/Sao_Paulo', days: [0, 6], from: '22:00', to: '07:00' },
    mutedCompanyIds: [w.company.id],
  }),
  createLabel: () => ({ name: 'New', color: 'green' }),
  updateLabel: () => ({ version: 1, name: 'Renamed' }),
  createBusinessHours: () => ({ name: 'Nights', timezone: 'America/Sao_Paulo', weekly: [], holidays: [] }),
  updateBusinessHours: () => ({ version: 1, name: 'Renamed' }),
  createTeam: (w) => ({
    name: 'Support',
    autoAssign: {},
    businessHoursId: w.settings.hours.id,
    defaultLabelIds: [w.settings.label.id],
    members: [{ userId: w.colleague.id }],
  }),
  updateTeam: (w) => ({ version: 1, members: [{ userId: w.colleague.id, lead: true }] }),
  createSlaPolicy: (w) => ({
    name: 'Fast',
    targets: { firstResponse: 5 },
    conditions: { teamIds: [w.settings.team.id], channelIds: [w.channel.id], labelIds: [w.settings.label.id] },
  }),
  updateSlaPolicy: (w) => ({ version: 1, conditions: { teamIds: [w.settings.team.id] } }),
  createCannedReply: (w) => ({
    shortcut: 'bye',
    title: 'Bye',
    content: { text: 'Tchau' },
    scope: 'team',
    teamId: w.settings.team.id,
  }),
  updateCannedReply: (w) => ({ version: 1, scope: 'team', teamId: w.settings.team.id }),
  renderCannedReply: (w) => ({ conversationId: w.conversation.id }),
  createMacro: (w) => ({ name: 'Mark', steps: [{ type: 'add_labels', labelIds: [w.settings.label.id] }] }),
  updateMacro: (w) => ({ version: 1, steps: [{ type: 'team', teamId: w.settings.team.id }] }),
  createSavedView: () => ({ page: 'chat', name: 'Open', search: { status: 'open' } }),
  updateSavedView: () => ({ version: 1, name: 'Renamed' }),
  readImportAgain: () => ({ delimiter: ';' }),
  saveImportMapping: () => ({ columns: ['name', 'phone'] }),
  createContactAttribute: () => ({ key: 'size', label: { en: 'Size', pt: 'Tamanho' }, type: 'number' }),
  postMessage: (w) => ({ type: 'text', to: w.contact.id, channelId: w.channel.id, body: 'Oi' }),
  postMessages: (w) => ({ messages: [{ type: 'text', to: w.contact.id, channelId: w.channel.id, body: 'Oi' }] }),
  upsertContact: () => ({ phone: '+55 81 97777-6602', name: 'Bia Melo', externalId: { source: 'crm', id: 'C-1' } }),
  upsertContacts: () => ({ contacts: [{ phone: '+55 81 97777-6601', name: 'Lia' }, { phone: 'nothing' }] }),
  searchContacts: () => ({ filter: ofBea }),
  setContactTags: () => ({ add: ['VIP'], remove: ['Lead'] }),
  setContactLists: (w) => ({ add: [w.settings.list.id] }),
  createApiKey: () => ({ name: 'Shop', scopes: ['contacts:read'], expiresInDays: 90 }),
  updateApiKey: () => ({ version: 1, name: 'Renamed' }),
  rotateApiKey: () => ({ version: 1, overlapHours: 1 }),
  createWebhookIntegration: () => ({ source: 'hotmart', name: 'Courses', secrets: { hottok: 'given by them' } }),
  updateWebhookIntegration: (w) => ({
    ...{ version: 1, name: 'Renamed' },
    actions: [{ id: newId(), type: 'tags', tagIds: [w.settings.tag.id] }],
  }),
  rotateWebhookSecrets: () => ({ version: 1, secrets: { secret: 'another one' } }),
  testWebhookIntegration: () => ({ sampleId: 'order-paid' }),
  moveWebhookIntegration: () => ({ version: 1, to: 2 }),
  keepWebhookSample: () => ({ kept: true }),
  replayWebhookEvents: (w) => ({ ids: [w.settings.systemEvent.id] }),
  createWebhookEndpoint: (w) => ({
    ...{ url: 'https://erp.example.test/hook', events: ['message.received'] },
    filters: { channelIds: [w.channel.id], labelIds: [w.settings.label.id] },
  }),
  updateWebhookEndpoint: (w) => ({
    ...{ version: 1, description: 'Renamed' },
    filters: { channelIds: [w.channel.id], labelIds: [w.settings.label.id] },
  }),
  rotateWebhookSecret: () => ({ version: 1, overlapHours: 24 }),
  testWebhookEndpoint: () => ({ event: 'order.paid' }),
  recoverWebhookDeliveries: () => ({ since: '2026-01-01T00:00:00.000Z' }),
  createAutomation: () => ({ name: 'Reminders' }),
  updateAutomation: () => ({ version: 1, name: 'Renamed' }),
  duplicateAutomation: () => ({ name: 'Another' }),
  publishAutomation: () => ({ version: 1, note: 'First' }),
  setAutomationState: () => ({ state: 'paused' }),
  restoreAutomationVersion: () => ({ version: 1 }),
  startAutomation: (w) => ({ contactId: w.contact.id }),
  triggerAutomation: (w) => ({ contactId: w.contact.id, data: { order: '12' } }),
  testAutomation: (w) => ({ contactId: w.contact.id }),
  createContactTag: () => ({ name: 'New', color: 'green' }),
  updateContactTag: () => ({ version: 1, name: 'Renamed' }),
  mergeContactTags: (w) => ({ intoId: w.settings.otherTag.id }),
  createContactList: () => ({ name: 'New' }),
  updateContactList: () => ({ version: 1, name: 'Renamed' }),
  previewContactChange: (w) => ({ selection: { ids: [w.contact.id] }, change: { type: 'add_tags', tags: ['VIP'] } }),
  decideDuplicatePairs: (w) => ({ ids: [w.duplicateId], state: 'dismissed' }),
  changeContacts: (w) => ({
    selection: { ids: [w.contact.id] },
    change: { type: 'add_to_list', listId: w.settings.list.id },
  }),
  createCampaign: (w) => ({ name: 'Black Friday', content: { channels: [{ channelId: w.channel.id }] } }),
  updateCampaign: (w) => ({ version: 1, content: { channels: [{ channelId: w.channel.id }] } }),
  launchCampaign: () => ({ version: 1, clientKey: 'launched-by-a-test' }),
  approveCampaign: () => ({ version: 1, approved: true }),
  decideCampaign: () => ({ variant: 'B' }),
  setWinnerRule: () => ({ rule: 'ask' }),
  pasteAudience: () => ({ text: '+55 81 97777-6655' }),
  previewAudience: () => ({}),
  previewMessages: (w) => ({ contactIds: [w.contact.id] }),
  testCampaign: () => ({ phones: ['+55 81 97777-6655'], clientKey: 'tested-by-a-test' }),
  retryCampaign: () => ({ classes: ['media'], expected: 1 }),
  keepRecipients: (w) => ({ selection: { ids: [w.contact.id] }, listId: w.settings.list.id }),
  holdCampaign: () => ({ reason: 'People complain' }),
  throttleCampaign: () => ({ perSecond: 5, reason: 'People complain' }),
  reviewCampaign: () => ({ decision: 'dismissed', reason: 'A known company' }),
  changeCampaigns: (w) => ({ selection: { ids: [w.campaigns.draft] }, action: 'duplicate' }),
  createSegment: () => ({ name: 'Beas', filter: ofBea }),
  updateSegment: () => ({ version: 1, name: 'Renamed' }),
  previewSegment: () => ({ filter: ofBea }),
  updateContactAttribute: () => ({ version: 1, required: true }),
  updateChatSettings: () => ({ settings: { reopenDays: 3 }, version: 0 }),
  createNotificationWorkflow: workflowForm,
  updateNotificationWorkflow: workflowForm,
  setNotificationWorkflowStatus: () => ({ active: false }),
  previewNotificationStep: () => ({ template: { type: 'sms', content: 'Hi {{name}}' }, payload: { name: 'Bia' } }),
  testNotificationWorkflow: (w) => ({ subscriberId: platformOf(w).subscriberId, payload: { name: 'Bia' } }),
  createNotificationIntegration: () => ({ ...integrationForm, providerId: 'nodemailer', channel: 'email' }),
  updateNotificationIntegration: () => integrationForm,
}

const boundary = 'a-line-between-the-parts'
const multipart = async () => {
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n`
  return Buffer.concat([Buffer.from(head), await photoFile(), Buffer.from(`\r\n--${boundary}--\r\n`)])
}

const filesOfPeople = new Set(['uploadUserImport', 'createImport', 'uploadAudience'])

/** A file of customers, where one is asked for. */
const customersFile = () => {
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\ncontent-type: text/csv\r\n\r\n`
  return Buffer.from(`${head}name;email\nZoé;zoe-${newId()}@example.test\r\n--${boundary}--\r\n`)
}

const segmentsBefore = (path: string) =>
  [...path.matchAll(/([\w-]+)\/(:\w+)/g)].map((match) => ({ key: `${match[1]}/${match[2]}`, param: match[2] ?? '' }))

const idOf = (name: string, key: string, world: World): string => {
  const find = ownIds[name]?.[key] ?? ids[key]
  if (!find) throw new Error(`Say in endpoint-calls.ts what ${key} of ${name} names`)
  return find(world)
}

const bodyOf = async (name: string, endpoint: EndpointShape, world: World): Promise<Partial<Call>> => {
  if (endpoint.bodyKind === 'multipart') {
    const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` }
    return {
      headers,
      payload: filesOfPeople.has(name) ? customersFile() : await multipart(),
    }
  }
  if (!endpoint.body) return endpoint.method === 'POST' ? { payload: {} } : {}
  const body = bodies[name]
  if (!body && endpoint.can !== 'public') throw new Error(`Say in endpoint-calls.ts what ${name} is sent`)
  return { payload: body?.(world) ?? {} }
}

/** The call with each part taken from the world that `pick` gives for it. */
const build = async (name: string, endpoint: EndpointShape, pick: (part: string) => World): Promise<Call> => {
  let url = endpoint.path
  for (const { key, param } of segmentsBefore(endpoint.path)) url = url.replace(param, idOf(name, key, pick(key)))
  const query = queries[name]?.(pick('query'))
  if (query) url += `?${new URLSearchParams(query)}`
  return { method: endpoint.method, headers: {}, ...(await bodyOf(name, endpoint, pick('body'))), url }
}

/** The endpoint called with everything from one company. */
export const callOf = (name: string, endpoint: EndpointShape, world: World): Promise<Call> =>
  build(name, endpoint, () => world)

export type ForeignCall = { foreign: string; call: Call; statuses: number[] }

/** The endpoint called with one id of another company after the other, and with all of them. */
export const foreignCalls = async (
  name: string,
  endpoint: EndpointShape,
  mine: World,
  theirs: World,
): Promise<ForeignCall[]> => {
  const keys = segmentsBefore(endpoint.path).map(({ key }) => key)
  const calls: ForeignCall[] = []
  for (const key of keys) {
    const call = await build(name, endpoint, (part) => (part === key ? theirs : mine))
    calls.push({ foreign: key, call, statuses: [404] })
  }
  if (keys.length > 1) {
    const call = await build(name, endpoint, (part) => (keys.includes(part) ? theirs : mine))
    calls.push({ foreign: 'every id of the path', call, statuses: [404] })
  }
  const body = bodies[name]
  if (body && JSON.stringify(body(mine)) !== JSON.stringify(body(theirs)) && !takesAnything.has(name)) {
    const call = await build(name, endpoint, (part) => (part === 'body' ? theirs : mine))
    calls.push({ foreign: 'the body', call, statuses: skipsUnknown.has(name) ? [200, 202] : [404, 422] })
  }
  return calls
}

/** They report a result for each, and do nothing with ids of other companies. */
const skipsUnknown = new Set(['decideDuplicatePairs', 'postMessages', 'replayChannelWebhooks'])

/** Their bodies name nothing of a company. */
const takesAnything = new Set([
  'upsertContact',
  'upsertContacts',
  'confirmTwoFactor',
  'renewRecoveryCodes',
  'removeTwoFactor',
  'checkChannel',
  'connectChannel',
  'replaceChannelToken',
])

const photo = async (url: string): Promise<Call> => ({
  method: 'POST',
  url,
  headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  payload: await multipart(),
})

/** Brings about what an endpoint needs before it can work. */
export const prepare = async (name: string, world: World, send: (call: Call) => Promise<unknown>): Promise<void> => {
  if (name === 'getAvatar') await send(await photo('/api/v1/me/photo'))
  if (name === 'getCompanyLogo') await send(await photo(`/api/v1/companies/${world.company.id}/logo`))
  if (name === 'keepMe') await send(await callOf('deleteMe', deleteMe, world))
  if (name === 'resetSignInRules') await send(await callOf('saveCompanySecurity', saveCompanySecurity, world))
  if (name === 'keepOwnCompany') await send(await callOf('deleteOwnCompany', deleteOwnCompany, world))
  if (['renewRecoveryCodes', 'removeTwoFactor', 'requestAdmin'].includes(name)) {
    const url = '/api/v1/me/two-factor/confirmation'
    await send({ method: 'POST', url, headers: {}, payload: { code: appCode(-30) } })
  }
}
