# SPDX-License-Identifier: GPL-3.0-or-later
"""Chromium as an end of a call, driven over a pipe (DevTools), so that it may stand in a network namespace."""

import json
import os
import pathlib
import signal
import subprocess

PAGE = pathlib.Path(__file__).resolve().parent / "seen_browser.html"
FLAGS = ("--no-sandbox", "--disable-dev-shm-usage", "--test-type", "--disable-gpu", "--no-first-run",
         "--remote-debugging-pipe", "--mute-audio", "--autoplay-policy=no-user-gesture-required", "--window-position=0,0",
         "--hide-scrollbars")


class Browser:
    page = PAGE
    # A page that may use devices tells its addresses rather than names.
    devices = ("--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream",
               "--disable-features=WebRtcHideLocalIpsWithMdns")

    def __init__(self, prefix, folder, *flags, display=None):
        read, browser_writes = os.pipe()
        browser_reads, self.write = os.pipe()
        self.answers = os.fdopen(read, "rb")
        self.number = 0
        command = [*prefix, "chromium", *FLAGS, *self.devices, *flags, f"--user-data-dir={folder}"]
        command += ["--ozone-platform=x11"] if display else ["--headless=new"]
        # A browser that is driven reads from descriptor 3 and writes to 4.
        self.process = subprocess.Popen(
            ["bash", "-c", f'exec "$@" 3<&{browser_reads} 4>&{browser_writes}', "bash", *command, "about:blank"],
            pass_fds=(browser_reads, browser_writes), env=os.environ | {"DISPLAY": display or "", "HOME": str(folder)},
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
        os.close(browser_reads)
        os.close(browser_writes)
        pages = self.call("Target.getTargets")["targetInfos"]
        page = next(target["targetId"] for target in pages if target["type"] == "page")
        self.session = self.call("Target.attachToTarget", targetId=page, flatten=True)["sessionId"]
        self.call("Page.enable", self.session)
        self.call("Page.navigate", self.session, url=self.page.as_uri())
        self.wait_for("Page.loadEventFired")

    def receive(self):
        message = bytearray()
        while (byte := self.answers.read(1)) != b"\0":
            if not byte:
                raise SystemExit("chromium has ended")
            message += byte
        return json.loads(message)

    def wait_for(self, event):
        while self.receive().get("method") != event:
            continue

    def call(self, method, session=None, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters} | ({"sessionId": session} if session else {})
        os.write(self.write, json.dumps(message).encode() + b"\0")
        while (answer := self.receive()).get("id") != self.number:
            continue
        if "error" in answer:
            raise SystemExit(f"chromium: {method}: {answer['error']['message']}")
        return answer["result"]

    def evaluate(self, function, *arguments):
        """The result of a function of the page, as if the user had asked for it."""
        expression = f"{function}({', '.join(map(json.dumps, arguments))})"
        done = self.call("Runtime.evaluate", self.session, expression=expression, awaitPromise=True, returnByValue=True,
                         userGesture=True)
        if "exceptionDetails" in done:
            raise SystemExit(f"chromium: {function}: {done['exceptionDetails']['exception'].get('description')}")
        return done["result"].get("value")

    def close(self):
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self.answers.close()
        os.close(self.write)
