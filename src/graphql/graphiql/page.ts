import { escapeHtml } from '../../lib/html.js'

interface Content {
  /** Lets the page's own style elements pass the content security policy. */
  nonce: string
  /** The initial values of the sign-in form. */
  account: { email: string; password: string } | undefined
}

/** The colors of GraphiQL, which follows the color scheme of the system unless its settings override it. */
const styles = `
:root { color-scheme: light dark; }
body { display: flex; flex-direction: column; height: 100vh; margin: 0; }
body.graphiql-light { color-scheme: light; }
body.graphiql-dark { color-scheme: dark; }
header {
  display: flex; flex-wrap: wrap; align-items: center; gap: .5rem 1.5rem; padding: .5rem 1rem;
  font: .875rem/1.5 system-ui, sans-serif;
  color: light-dark(hsl(219 28% 32%), hsl(219 29% 88%));
  background: light-dark(hsl(0 0% 100%), hsl(219 29% 18%));
  border-bottom: 1px solid light-dark(hsl(219 28% 32% / .15), hsl(219 29% 88% / .2));
}
header form { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem .75rem; }
header form[hidden], #notice:empty { display: none; }
header > strong { margin-right: auto; }
header label { display: flex; align-items: center; gap: .4rem; }
header input, header button {
  font: inherit; color: inherit; padding: .2rem .6rem; border-radius: 4px;
  border: 1px solid light-dark(hsl(219 28% 32% / .3), hsl(219 29% 88% / .3)); background: none;
}
header input { width: 13rem; }
header button { cursor: pointer; }
header button:enabled:hover { background: light-dark(hsl(219 28% 32% / .07), hsl(219 29% 88% / .1)); }
header button:disabled { cursor: default; opacity: .5; }
#notice { color: light-dark(hsl(13 93% 38%), hsl(13 93% 68%)); }
main { flex: 1; min-height: 0; }
/* Phones: stack all columns. */
@media (max-width: 700px) {
  body { height: 100dvh; }
  header { gap: .3rem .75rem; padding: .4rem .75rem; }
  header form { width: 100%; gap: .4rem; flex-wrap: nowrap; }
  header form[hidden] { display: none; }
  header label { flex: 1; min-width: 0; font-size: 0; }
  header input { width: 100%; min-width: 0; font-size: 1rem; }
  header button { white-space: nowrap; }
  main .graphiql-container { flex-direction: column; }
  main .graphiql-container .graphiql-sidebar { flex-direction: row; justify-content: space-between; width: auto; padding: 0; }
  main .graphiql-container .graphiql-sidebar .graphiql-sidebar-section { display: flex; flex-direction: row; }
  main .graphiql-container .graphiql-main { flex-direction: column; min-height: 0; }
  main .graphiql-container .graphiql-sessions { margin: 0; border-radius: 0; }
  main .graphiql-container .graphiql-session { flex-direction: column; }
  main .graphiql-container .graphiql-session > div { min-width: 0; min-height: 0; }
  main .graphiql-container .graphiql-horizontal-drag-bar { display: none; }
  main .graphiql-container .graphiql-session-header { height: auto; padding: 0; }
  main .graphiql-container .graphiql-logo { display: none; }
}
`

/** Uses relative URLs, so that the page works behind proxies with a path prefix. */
export const graphiqlPage = ({ nonce, account }: Content) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <title>GraphiQL: Fitness Training Service</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="graphiql/graphiql.css">
    <style nonce="${escapeHtml(nonce)}">${styles}</style>
    <script defer src="graphiql/react.js"></script>
    <script defer src="graphiql/react-dom.js"></script>
    <script defer src="graphiql/graphiql.js"></script>
    <script defer src="graphiql/graphql-ws.js"></script>
    <script type="module" src="graphiql/main.js"></script>
  </head>
  <body>
    <header>
      <strong>Fitness Training Service</strong>
      <output id="notice" role="alert"></output>
      <form id="sign-in">
        <label>E-mail <input id="email" type="email" autocomplete="username" required value="${escapeHtml(account?.email ?? '')}"></label>
        <label>Password <input id="password" type="password" autocomplete="current-password" required value="${escapeHtml(account?.password ?? '')}"></label>
        <button>Sign in</button>
      </form>
      <form id="sign-out" hidden>
        <span>Signed in as <strong id="account"></strong></span>
        <button>Sign out</button>
      </form>
    </header>
    <main id="graphiql"></main>
  </body>
</html>
`
