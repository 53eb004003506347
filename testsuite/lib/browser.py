# SPDX-License-Identifier: GPL-3.0-or-later
"""A real browser for tests: headless Chromium, spoken to over a pipe in the language of its developer tools.

    with Browser() as browser:
        browser.go('file:///.../index.html#functions', 'functions')
        browser.run('document.title')
        assert not browser.complaints
"""
import base64
import json
import os
import shutil
import subprocess
import tempfile
import time


def find():
    """The browser's command, or None."""
    return next((path for path in map(shutil.which, ('chromium', 'chromium-browser', 'google-chrome')) if path), None)


class Browser:
    """COMPLAINTS: what pages wrote to the console as warnings or errors, what they threw, what their policy refused."""

    def __init__(self, width=1280, height=900, seconds=60):
        self.complaints, self.seconds, self.number = [], seconds, 0
        self.home = tempfile.mkdtemp()
        out, their_in = os.pipe()
        their_out, into = os.pipe()
        # It reads file 3 and writes file 4; high numbers first, as one of the pipes may have these.
        def ends(read=os.dup(out), write=os.dup(into)):
            os.dup2(read, 103)
            os.dup2(write, 104)
            os.dup2(103, 3)
            os.dup2(104, 4)
        self.process = subprocess.Popen(
            [find(), '--headless=new', '--remote-debugging-pipe', '--no-sandbox', '--disable-gpu', '--no-first-run',
             '--disable-background-networking', '--disable-component-update', '--disable-dev-shm-usage', '--hide-scrollbars',
             '--user-data-dir=' + self.home, '--window-size=%d,%d' % (width, height), 'about:blank'],
            preexec_fn=ends, close_fds=False, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env=dict(os.environ, HOME=self.home))
        self.into, self.out, self.rest = their_in, their_out, b''
        for end in (out, into):
            os.close(end)
        target = self.ask('Target.createTarget', url='about:blank')['targetId']
        self.session = self.ask('Target.attachToTarget', targetId=target, flatten=True)['sessionId']
        for domain in ('Runtime', 'Log', 'Page', 'Network'):
            self.ask(domain + '.enable')
        self.asked_for = []

    def __enter__(self):
        return self

    def __exit__(self, *_):
        try:
            os.write(self.into, json.dumps({'id': 0, 'method': 'Browser.close'}).encode() + b'\0')
            self.process.wait(10)
        except (OSError, subprocess.TimeoutExpired):
            self.process.kill()
            self.process.wait()
        shutil.rmtree(self.home, ignore_errors=True)

    def receive(self):
        while b'\0' not in self.rest:
            part = os.read(self.out, 1 << 20)
            if not part:
                raise EOFError('the browser has ended')
            self.rest += part
        message, self.rest = self.rest.split(b'\0', 1)
        message = json.loads(message)
        self.hear(message.get('method'), message.get('params', {}))
        return message

    def hear(self, method, params):
        if method == 'Runtime.exceptionThrown':
            details = params['exceptionDetails']
            self.complaints.append(details.get('exception', {}).get('description', details['text']))
        elif method == 'Runtime.consoleAPICalled' and params['type'] in ('error', 'warning', 'assert'):
            self.complaints.append(' '.join(str(a.get('value', a.get('description'))) for a in params['args']))
        elif method == 'Log.entryAdded' and params['entry']['level'] in ('error', 'warning'):
            self.complaints.append(params['entry']['text'])
        elif method == 'Network.requestWillBeSent':
            self.asked_for.append(params['request']['url'])

    def ask(self, method, **params):
        self.number += 1
        message = {'id': self.number, 'method': method, 'params': params}
        if hasattr(self, 'session'):
            message['sessionId'] = self.session
        os.write(self.into, json.dumps(message).encode() + b'\0')
        while True:
            answer = self.receive()
            if answer.get('id') == message['id']:
                if 'error' in answer:
                    raise RuntimeError('%s: %s' % (method, answer['error']['message']))
                return answer['result']

    def run(self, expression):
        """The value of a JavaScript expression, or of the promise that it is."""
        answer = self.ask('Runtime.evaluate', expression=expression, returnByValue=True, awaitPromise=True)
        if 'exceptionDetails' in answer:
            raise RuntimeError(answer['exceptionDetails'].get('exception', {}).get('description', '?') + ' in ' + expression)
        return answer['result'].get('value')

    def wait(self, expression):
        """Until EXPRESSION is true."""
        end = time.monotonic() + self.seconds
        while not self.run(expression):
            if time.monotonic() > end:
                raise TimeoutError(expression)
            time.sleep(0.01)

    def go(self, address, page=None):
        """Opens ADDRESS, a new document even if only what stands behind # differs; PAGE: until that page is drawn."""
        self.ask('Page.navigate', url='about:blank')
        self.ask('Page.navigate', url=address)
        if page:
            self.ready(page)

    def ready(self, page):
        self.wait('document.documentElement?.dataset.ready === %s' % json.dumps(page))

    def turn(self, hash_, page):
        """To another page of the same document, as a link does it."""
        self.run('if (location.hash !== %s) { document.documentElement.dataset.ready = ""; location.hash = %s; }'
                 % (json.dumps('#' + hash_), json.dumps(hash_)))
        self.ready(page)

    def key(self, key):
        for kind in ('keyDown', 'keyUp'):
            text = {'text': key} if len(key) == 1 and kind == 'keyDown' else {}
            self.ask('Input.dispatchKeyEvent', type=kind, key=key, **text)

    def picture(self, path):
        with open(path, 'wb') as out:
            out.write(base64.b64decode(self.ask('Page.captureScreenshot', format='png')['data']))

    def look(self, width, height, dark=False):
        """The size of the window, and light or dark."""
        self.ask('Emulation.setDeviceMetricsOverride', width=width, height=height, deviceScaleFactor=1, mobile=False)
        self.ask('Emulation.setEmulatedMedia',
                 features=[{'name': 'prefers-color-scheme', 'value': 'dark' if dark else 'light'}])
