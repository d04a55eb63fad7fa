import '#web/styles/app.css'
import { Outlet, useLocation, useMatches } from '@tanstack/react-router'
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyCode, lazyComponent } from '#web/components/page/lazy-component.tsx'
import { PageForbidden } from '#web/components/page/page-forbidden.tsx'
import { Preloader } from '#web/components/page/preloader.tsx'
import { pageRefusal } from '#web/lib/session/page-access.ts'
import { SessionContext, useSession } from '#web/lib/session/session.ts'
import { AnnouncementBanner } from './announcement-banner.tsx'
import { BlockedPage } from './blocked-page.tsx'
import { ConnectionBanner } from './connection-banner.tsx'
import { Footer } from './footer.tsx'
import { IncidentBanner } from './incident-banner.tsx'
import { MaintenanceBanner } from './maintenance-banner.tsx'
import { RestrictionBanner } from './restriction-banner.tsx'
import classes from './shell.module.css'
import { type PartsOfEntry, SideMenu } from './side-menu.tsx'
import { TopBar } from './top-bar.tsx'
import { UnsavedGuard } from './unsaved-guard.tsx'
import { useHeldSession } from './use-held-session.ts'
import { useLiveSession } from './use-live-session.ts'
import { useSideMenu } from './use-side-menu.ts'
import { useVisibleHeight } from './use-visible-height.ts'

const ImpersonationBar = lazyComponent(async () => (await import('./impersonation-bar.tsx')).ImpersonationBar)
const LegalDialog = lazyCode(async () => (await import('./legal-dialog.tsx')).LegalDialog)

/** Pages that need no company: there whoever is kept out of one can do something about it. */
const open = ['/profile', '/companies', '/open']

/** Whether the page could be opened here a moment ago, and is one that stays to read. */
const useStays = (opens: boolean): boolean => {
  const companyId = useSession().data?.user.currentCompany?.id ?? ''
  const pathname = useLocation({ select: (location) => location.pathname })
  const staysReadable = useMatches({ select: (matches) => matches.some((match) => match.staticData.staysReadable) })
  const place = `${companyId} ${pathname}`
  const [opened, setOpened] = useState<string | null>(null)
  useEffect(() => {
    if (opens || opened !== place) setOpened(opens ? place : null)
  }, [opens, opened, place])
  return staysReadable && opened === place
}

const Page = () => {
  const session = useSession().data
  const barred = session?.barred
  const pathname = useLocation({ select: (location) => location.pathname })
  const ability = useMatches({
    select: (matches) => matches.findLast((match) => match.staticData.ability)?.staticData.ability,
  })
  const refusal = ability && session ? pageRefusal(ability, session) : null
  const stays = useStays(refusal === null)
  if (barred && !open.includes(pathname)) return <BlockedPage {...barred} />
  if (!refusal || (refusal !== 'forbidden' && stays)) return <Outlet />
  return refusal === 'forbidden' ? <PageForbidden /> : <PageForbidden block={refusal} />
}

/** `bell` stands in the top bar, `parts` below the entry of the menu that is open. */
type Props = { bell: ReactNode; parts: PartsOfEntry }

const SignedInShell = ({ bell, parts }: Props) => {
  const { t } = useTranslation()
  const { data } = useSession()
  const legal = data?.legal
  // What was begun in a company is not finished in another.
  const companyId = data?.user.currentCompany?.id ?? data?.barred?.id ?? ''
  const menuRef = useRef<HTMLElement>(null)
  const toggleRef = useRef<HTMLButtonElement>(null)
  const menu = useSideMenu(menuRef, toggleRef)
  const fullHeight = useMatches({ select: (matches) => matches.some((match) => match.staticData.fullHeight) })
  useVisibleHeight(fullHeight)
  return (
    <>
      <a href="#main" className="skip-link">
        {t('shell.skip')}
      </a>
      {data?.impersonation ? <ImpersonationBar /> : null}
      <TopBar menuOpen={menu.open} onToggleMenu={menu.toggle} toggleRef={toggleRef} bell={bell} />
      {menu.covers ? <div className={classes.backdrop} aria-hidden="true" /> : null}
      <aside
        ref={menuRef}
        id="side-menu"
        className={classes.menu}
        data-rail={menu.rail || undefined}
        data-covers={menu.covers || undefined}
        data-closed={(!menu.open && !menu.rail) || undefined}
      >
        <SideMenu look={{ rail: menu.rail, onNavigate: menu.close }} parts={parts} />
      </aside>
      <div
        className={classes.content}
        style={{ marginLeft: menu.margin }}
        data-full={fullHeight || undefined}
        data-testid="content"
      >
        <ConnectionBanner />
        <MaintenanceBanner />
        <RestrictionBanner />
        <IncidentBanner />
        <AnnouncementBanner />
        <main id="main" className={classes.main} tabIndex={-1}>
          <Page key={companyId} />
        </main>
        {fullHeight ? null : <Footer />}
      </div>
      <UnsavedGuard />
      {legal ? (
        <Suspense fallback={null}>
          <LegalDialog />
        </Suspense>
      ) : null}
    </>
  )
}

/** The layout of every page behind the session guard. `signIn` asks, over a page whose session has ended, to sign in again. */
export const Shell = ({
  bell,
  parts,
  signIn,
}: Props & { signIn: (email: string, onLeave: () => void) => ReactNode }) => {
  const { session, client, ended } = useHeldSession()
  const { leave } = useLiveSession(ended)
  if (!session) return <Preloader />
  return (
    <>
      <SessionContext value={client}>
        <SignedInShell key={session.user.id} bell={bell} parts={parts} />
      </SessionContext>
      {ended ? <Suspense fallback={null}>{signIn(session.user.email, leave)}</Suspense> : null}
    </>
  )
}
