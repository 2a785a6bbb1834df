import { escapeHtml, page, type Say } from './pages.ts'

/** Asks before a change of the sign-in is taken back. */
export const undoPage = (say: Say, token: string): string =>
  page(say, {
    title: say.words.undoTitle,
    // A button, not the link itself: mail scanners open links.
    body: `<p>${say.words.undoText}</p>
<form method="post" action="/idp/undo"><input type="hidden" name="token" value="${escapeHtml(token)}"><button type="submit">${say.words.undoButton}</button></form>`,
  })
