import { Link, Outlet } from '@tanstack/react-router'
import { LanguageSwitcher } from '#web/components/page/language-switcher.tsx'
import { Brand } from '#web/components/page/logo.tsx'
import { useBrand } from '#web/components/page/settings-provider.tsx'
import classes from './public-layout.module.css'

/**
 * The frame of pages for people who are not signed in: brand, language, a background image, and one card (`AuthCard`) or
 * text in the middle. The frames of the kit are for pages within the shell.
 */
export const PublicLayout = () => {
  const { app_name } = useBrand()
  return (
    <div className={classes.page}>
      <header className={classes.top}>
        <Link to="/signin" style={{ color: 'inherit', textDecoration: 'none' }}>
          <Brand size={30} />
        </Link>
        <LanguageSwitcher />
      </header>
      <main className={classes.main}>
        <Outlet />
      </main>
      <footer className={classes.footer}>
        © {new Date().getFullYear()} {app_name}
      </footer>
    </div>
  )
}
