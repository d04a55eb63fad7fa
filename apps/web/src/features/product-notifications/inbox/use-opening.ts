import type { IMessage } from '@recado/inbox'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { withoutCompany } from '#web/lib/session/company-links.ts'
import { useSignedIn } from '#web/lib/session/session.ts'
import { useSwitchCompany } from '#web/lib/session/use-switch-company.ts'
import { type Company, companyOf } from './company.ts'
import { destinationOf, hrefOf, isOwn } from './destination.ts'

/**
 * Leads to what notifications are about. When that belongs to another company of the person, `pending` says which, and
 * `confirm` switches to it first. Whoever left the company meanwhile goes there without, and sees what there is to see.
 */
export const useOpening = () => {
  const router = useRouter()
  const switchTo = useSwitchCompany()
  const { user } = useSignedIn()
  const [pending, setPending] = useState<{ company: Company; href: string } | null>(null)
  const go = (href: string) => router.history.push(href)

  const open = (message: IMessage) => {
    const url = destinationOf(message)
    if (!url) return
    if (!isOwn(url)) {
      window.open(url, '_blank', 'noopener')
      return
    }
    const id = companyOf(message)?.id
    const company = id === user.currentCompany?.id ? undefined : user.companies.find((it) => it.id === id)
    if (company) setPending({ company, href: withoutCompany(hrefOf(url)) })
    else go(hrefOf(url))
  }

  return {
    open,
    pending,
    cancel: () => setPending(null),
    confirm: async () => {
      if (pending && (await switchTo(pending.company.id, pending.company.name))) go(pending.href)
    },
  }
}

export type Opening = ReturnType<typeof useOpening>
