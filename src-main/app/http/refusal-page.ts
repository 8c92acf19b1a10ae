// The page for a visitor without the token. The link is for one who came from another site's page: a strict cookie is not
// sent on that first step, but it is when this page itself leads on.

export const refusalPage = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Loopscope</title>
<style>
  :root { color-scheme: light dark; }
  body { font: 16px/1.6 system-ui, sans-serif; max-width: 36rem; margin: 15vh auto; padding: 0 1.5rem; }
</style>
<h1>Open Loopscope by its full address</h1>
<p>This page needs the address that Loopscope printed when it started, with <code>?token=…</code> at its end. The token is
new at each start, so an address from an earlier start no longer works.</p>
<p><a href="/">Try again</a> if you have just opened that address.</p>
</html>
`;
