import { Skeleton } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { useCallback } from 'react'
import { lazyComponent } from '#web/components/page/lazy-component.tsx'
import { ContactPage } from '#web/features/contacts/contact/contact-page.tsx'
import { type ContactPageSearch, validateContactPageSearch } from '#web/features/contacts/contact/search.ts'
import { type AuditSearch, validateAuditSearch } from '#web/features/shared/audit/audit-search.ts'
import { useCan, useSignedIn } from '#web/lib/session/session.ts'

const AuditPanel = lazyComponent(
  async () => (await import('#web/features/shared/audit/audit-panel.tsx')).AuditPanel,
  <Skeleton height={320} radius="lg" />,
)

const validateSearch = (raw: Record<string, unknown>): ContactPageSearch & AuditSearch => {
  const own = validateContactPageSearch(raw)
  return own.tab === 'audit' ? { ...validateAuditSearch(raw), ...own } : own
}

const Page = () => {
  const { id } = Route.useParams()
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const { user } = useSignedIn()
  const mayAudit = useCan()('audit.view')
  const onMoved = useCallback(
    (to: string) => void navigate({ to: '/company/contacts/$id', params: { id: to }, search: true, replace: true }),
    [navigate],
  )
  return (
    <ContactPage
      id={id}
      search={validateContactPageSearch(search)}
      onSearch={(next) => void navigate({ search: next, replace: true })}
      onMoved={onMoved}
      audit={(contactId) =>
        mayAudit && user.currentCompany ? (
          <AuditPanel
            companyId={user.currentCompany.id}
            target={contactId}
            search={validateAuditSearch(search)}
            onSearch={(next) => void navigate({ search: { ...next, tab: 'audit' } })}
          />
        ) : null
      }
    />
  )
}

export const Route = createFileRoute('/_app/company/contacts/$id')({
  validateSearch,
  staticData: { title: 'contacts/list:title', ability: 'contacts.view' },
  loader: ({ context }) =>
    context.texts.loadNamespaces([
      'automation/start',
      'contacts/contact',
      'contacts/consent',
      'contacts/privacy',
      'contacts/list',
      'contacts/merge',
      'campaigns/campaign',
      'inbox/conversations',
      'shared/audit',
      'errors',
      'validation',
    ]),
  component: Page,
})
