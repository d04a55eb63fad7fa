import * as adminCompanies from './admin/companies.ts'
import * as companyCare from './admin/company-care.ts'
import * as dashboard from './admin/dashboard.ts'
import * as adminNotificationIntegrations from './admin/notification-integrations.ts'
import * as adminNotificationLogs from './admin/notification-logs.ts'
import * as adminNotificationRuns from './admin/notification-runs.ts'
import * as adminNotificationSubscribers from './admin/notification-subscribers.ts'
import * as adminNotificationWorkflows from './admin/notification-workflows.ts'
import * as operatorTemplates from './admin/operator-templates.ts'
import * as operator from './admin/operators.ts'
import * as support from './admin/support.ts'
import * as system from './admin/system.ts'
import * as userImports from './admin/user-imports.ts'
import * as adminUsers from './admin/users.ts'
import * as csat from './automation/csat.ts'
import * as presence from './automation/presence.ts'
import * as slaPolicies from './automation/sla-policies.ts'
import * as businessHours from './companies/business-hours.ts'
import * as companies from './companies/companies.ts'
import * as companyAccess from './companies/company-access.ts'
import * as companyRules from './companies/company-rules.ts'
import * as teams from './companies/teams.ts'
import * as contactAttributes from './contacts/contact-attributes.ts'
import * as contactHistory from './contacts/contact-history.ts'
import * as contacts from './contacts/contacts.ts'
import type { EndpointShape } from './endpoint.ts'
import { type ErrorCode, errorStatus, problem } from './errors.ts'
import * as auth from './identity/auth.ts'
import * as impersonation from './identity/impersonation.ts'
import * as users from './identity/users.ts'
import * as cannedReplies from './inbox/canned-replies.ts'
import * as chatSettings from './inbox/chat-settings.ts'
import * as conversationChanges from './inbox/conversation-changes.ts'
import * as conversationCost from './inbox/conversation-cost.ts'
import * as conversations from './inbox/conversations.ts'
import * as heldMessages from './inbox/held-messages.ts'
import * as labels from './inbox/labels.ts'
import * as macros from './inbox/macros.ts'
import * as messageLog from './inbox/message-log.ts'
import * as messages from './inbox/messages.ts'
import * as notes from './inbox/notes.ts'
import * as savedViews from './inbox/saved-views.ts'
import * as scheduledMessages from './inbox/scheduled-messages.ts'
import * as transcripts from './inbox/transcripts.ts'
import { type Json, jsonContent, jsonRequest, parametersOf, pathsOf, schemaOf } from './openapi-parts.ts'
import * as notificationSettings from './product-notifications/settings.ts'
import * as audit from './shared/audit.ts'
import * as featureFlags from './shared/feature-flags.ts'
import * as lists from './shared/lists.ts'
import * as search from './shared/search.ts'
import * as settings from './shared/settings.ts'
import * as tasks from './shared/tasks.ts'
import * as channelActivity from './whatsapp/channel-activity.ts'
import * as channelConnection from './whatsapp/channel-connection.ts'
import * as channelFixes from './whatsapp/channel-fixes.ts'
import * as channelProfile from './whatsapp/channel-profile.ts'
import * as channelSettings from './whatsapp/channel-settings.ts'
import * as channelTemplates from './whatsapp/channel-templates.ts'
import * as channelUsage from './whatsapp/channel-usage.ts'
import * as channelWebhooks from './whatsapp/channel-webhooks.ts'
import * as channels from './whatsapp/channels.ts'
import * as portableTemplates from './whatsapp/portable-templates.ts'
import * as onboarding from './whatsapp/signup.ts'
import * as templateAccounts from './whatsapp/template-accounts.ts'
import * as templateAnalytics from './whatsapp/template-analytics.ts'
import * as templateDrafts from './whatsapp/template-drafts.ts'
import * as templateLibrary from './whatsapp/template-library.ts'
import * as templateLinks from './whatsapp/template-links.ts'
import * as templateMedia from './whatsapp/template-media.ts'
import * as templatePrices from './whatsapp/template-prices.ts'
import * as templateUses from './whatsapp/template-uses.ts'
import * as templateVersions from './whatsapp/template-versions.ts'
import * as templates from './whatsapp/templates.ts'

const contractModules: Record<string, Record<string, unknown>> = {
  'admin-companies': adminCompanies,
  'admin-notification-integrations': adminNotificationIntegrations,
  'admin-notification-logs': adminNotificationLogs,
  'admin-notification-runs': adminNotificationRuns,
  'admin-notification-subscribers': adminNotificationSubscribers,
  'admin-notification-workflows': adminNotificationWorkflows,
  'admin-users': adminUsers,
  audit,
  auth,
  'business-hours': businessHours,
  'canned-replies': cannedReplies,
  'channel-activity': channelActivity,
  'channel-connection': channelConnection,
  'channel-fixes': channelFixes,
  'channel-profile': channelProfile,
  'channel-settings': channelSettings,
  'channel-templates': channelTemplates,
  'channel-usage': channelUsage,
  'channel-webhooks': channelWebhooks,
  channels,
  companies,
  'company-access': companyAccess,
  'company-care': companyCare,
  'company-rules': companyRules,
  'contact-attributes': contactAttributes,
  'contact-history': contactHistory,
  contacts,
  'conversation-changes': conversationChanges,
  'conversation-cost': conversationCost,
  conversations,
  csat,
  dashboard,
  'chat-settings': chatSettings,
  'feature-flags': featureFlags,
  impersonation,
  labels,
  lists,
  macros,
  'message-log': messageLog,
  messages,
  notes,
  'notification-settings': notificationSettings,
  onboarding,
  operator,
  'operator-templates': operatorTemplates,
  'portable-templates': portableTemplates,
  presence,
  'saved-views': savedViews,
  'held-messages': heldMessages,
  'scheduled-messages': scheduledMessages,
  search,
  settings,
  'sla-policies': slaPolicies,
  support,
  system,
  tasks,
  teams,
  'template-accounts': templateAccounts,
  'template-analytics': templateAnalytics,
  'template-drafts': templateDrafts,
  'template-library': templateLibrary,
  'template-links': templateLinks,
  'template-media': templateMedia,
  'template-prices': templatePrices,
  'template-uses': templateUses,
  'template-versions': templateVersions,
  templates,
  transcripts,
  'user-imports': userImports,
  users,
}

/** An endpoint with the name it is exported by and the contract file that declares it. */
export type NamedEndpoint = { name: string; group: string; endpoint: EndpointShape }

const isEndpoint = (value: unknown): value is EndpointShape =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'can' in value

/** Every endpoint of the contracts, by the file that declares it. */
export const allEndpoints: readonly NamedEndpoint[] = Object.entries(contractModules).flatMap(([group, exports]) =>
  Object.entries(exports).flatMap(([name, value]) => (isEndpoint(value) ? [{ name, group, endpoint: value }] : [])),
)

const fileProperty = { type: 'string', format: 'binary' }

const bodyOf = (endpoint: EndpointShape): Json => {
  const fields = endpoint.body && schemaOf(endpoint.body, 'input')
  if (endpoint.bodyKind === 'multipart') {
    const properties = { ...(fields?.['properties'] as Json | undefined), file: fileProperty }
    const schema = { type: 'object', properties, required: ['file'] }
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } }
  }
  return fields ? jsonRequest(fields) : {}
}

const problemAnswer = (description: string): Json => ({
  description,
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
})

const codesByStatus = (codes: readonly ErrorCode[]): Json => {
  const answers: Record<string, Json> = {}
  for (const status of new Set(codes.map((code) => errorStatus[code]))) {
    const named = codes.filter((code) => errorStatus[code] === status)
    answers[status] = problemAnswer(`Problem: ${named.map((code) => `\`${code}\``).join(', ')}`)
  }
  return answers
}

const guardCodes = (endpoint: EndpointShape): ErrorCode[] => {
  if (endpoint.can === 'public') return []
  const own: ErrorCode[] = endpoint.can === 'signed_in' ? [] : ['forbidden', 'access_block_required']
  return ['unauthenticated', 'csrf', 'stale_company', ...own]
}

const shapeCodes = (endpoint: EndpointShape): ErrorCode[] => [
  ...(endpoint.params ? (['not_found'] as const) : []),
  ...(endpoint.query || endpoint.body ? (['validation_failed'] as const) : []),
  ...(endpoint.body || endpoint.bodyKind ? (['malformed_request', 'unsupported_media_type'] as const) : []),
]

const answersOf = (endpoint: EndpointShape): Json => {
  const status = endpoint.status ?? (endpoint.response ? 200 : 204)
  const content = endpoint.response && jsonContent(schemaOf(endpoint.response, 'output'))
  const codes = [...new Set([...guardCodes(endpoint), ...shapeCodes(endpoint), ...(endpoint.errors ?? [])])]
  return {
    [status]: { description: 'Done', ...(content && { content }) },
    ...codesByStatus(codes),
    default: problemAnswer('Any other problem'),
  }
}

const companyHeaders = [
  {
    name: 'X-Company',
    in: 'header',
    required: false,
    description: 'Id of the company to work in, one of the person; without it that is the company of the session',
    schema: { type: 'string' },
  },
  {
    name: 'X-Company-Version',
    in: 'header',
    required: false,
    description: 'Id of the company that the caller shows; answered with `stale_company` when it works in another',
    schema: { type: 'string' },
  },
]

const operationOf = ({ name, group, endpoint }: NamedEndpoint) => {
  const isPublic = endpoint.can === 'public'
  const parameters = [...parametersOf(endpoint), ...(isPublic ? [] : companyHeaders)]
  const operation: Json = {
    operationId: name,
    tags: [group],
    summary: endpoint.summary,
    ...(isPublic || endpoint.can === 'signed_in' ? {} : { description: `Needs the ability \`${endpoint.can}\`.` }),
    ...(parameters.length > 0 && { parameters }),
    ...bodyOf(endpoint),
    responses: answersOf(endpoint),
    security: isPublic ? [] : [{ session: [] }],
  }
  return { method: endpoint.method, path: endpoint.path, operation }
}

/** The API as an OpenAPI 3.1 document. `cookie` is the name under which this installation keeps the session. */
export const printOpenApi = (options: { version: string; url: string; cookie: string }): Json => ({
  openapi: '3.1.0',
  info: { title: 'Recado', version: options.version, description: 'The API that the web application uses.' },
  servers: [{ url: options.url }],
  tags: Object.keys(contractModules).map((name) => ({ name })),
  paths: pathsOf(allEndpoints.map(operationOf)),
  components: {
    schemas: { Problem: schemaOf(problem, 'output') },
    securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: options.cookie } },
  },
})
