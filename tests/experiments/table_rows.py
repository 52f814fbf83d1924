# SPDX-License-Identifier: GPL-3.0-or-later
"""The rows that tests/experiments/table runs, measures and compares: the papers' figures, and the bounds of ours."""

from typing import NamedTuple

WHOLE = ((None, None),)


class Row(NamedTuple):
    """One figure of one experiment in one mode."""
    run: str  # An experiment, or a case of it: "rfc8867-5.1/delay-50ms".
    mode: str
    what: str
    metric: str
    paper: str = ""  # Their figure.
    least: float | None = None  # Bounds wanted of ours; neither: it stands there to be compared.
    most: float | None = None
    flow: str = ""  # Empty: the run, or each flow where only flows have the metric.
    spans: tuple[tuple[float | None, float | None], ...] = WHOLE  # In seconds; a value each.
    parameters: tuple[str, ...] = ()  # Parameters of the mode: "variant=0".
    beside: tuple[str, str] | None = None  # Another run and mode: the bounds are for what ours is more than that one's.
    beside_flow: str = ""  # Its flow, where that is another one.
    beside_parameters: tuple[str, ...] | None = None  # Its mode's, where they are not this row's.
    note: str = ""  # Says why it is not as in the paper; stands under the tables unless the row holds.


class Section(NamedTuple):
    title: str
    text: str
    theirs: str  # Heads the column of their figures.
    rows: tuple[Row, ...]
    figures_text: str = ""
    figures: tuple[Row, ...] = ()  # Rows of a second table, a line a run and a column a `what`.


def since(start: float) -> tuple[tuple[float | None, float | None], ...]:
    return ((start, None),)


def between(start: float, end: float) -> tuple[tuple[float | None, float | None], ...]:
    return ((start, end),)


# Nee 1997. Flow "backward" is in mode 1d, at the same time.

def one_and_two_dimensions(case: str, *parameters: str) -> tuple[Row, ...]:
    run = f"nee-1d-2d/{case}"
    row = lambda what, metric, paper, **bounds: Row(
        run, "2d-classic", what, metric, paper, flow="forward", beside=(run, "2d-classic"), beside_flow="backward",
        parameters=parameters, spans=since(30), **bounds)
    return (row("frames shown", "frames_per_second", "more with 2-D, always", least=0.1),
            row("sound concealed", "audio_loss", "no difference", most=0.5),
            row("queueing delay p95", "queueing_delay_p95", "no difference", most=20,
                note="`nee-1d-2d`, `bit-rate`: latency is that of a round trip, so `backward` gives way to `forward`'s "
                     "queue."),
            row("packets lost", "loss", "no difference", most=0.5))


NEE = Section(
    "Nee 1997: one dimension or two",
    "A conference of 10 min through one congested path, `forward` in mode `2d-classic` and `backward` in `1d` at the "
    "same time. The paper's path has an unknown load, its frames are those of `paper_set=1`.",
    "paper",
    tuple(row for case in ("bit-rate", "packet-rate", "packet-rate-95", "packet-rate-110", "mixed")
          for row in one_and_two_dimensions(case)) +
    tuple(row for case in ("bit-rate", "packet-rate", "mixed")
          for row in one_and_two_dimensions(case, "paper_set=1")) + (
        Row("packet-rate", "2d-classic", "frames shown", "frames_per_second", "most at 20 to 40 packets/s", least=0.1,
            spans=since(5), beside=("packet-rate", "1d")),
        Row("packet-rate", "2d", "frames shown", "frames_per_second", spans=since(5)),
    ))


# Jacobs 1998.

RARE_REPORTS = ("`jacobs-bottleneck`: each report lets several packets leave at once, for which the queue is short. With one "
                "each 20 ms, not 100, the rate is 203 kbit/s, 196 at least.")
# The paper neither stretches the window for late reports nor lets half a segment more be under way.
WINDOW_PRINTED = ("max_stretch=1", "slack=0")
EACH_MINUTE = tuple((start, start + 60) for start in range(60, 540, 60))

JACOBS = Section(
    "Jacobs 1998: TCP's window and a send buffer",
    "The controller is the paper's, for stored clips, with a buffer of 8 s; \"full\" counts frames that were skipped "
    "because too much waited. The paper's fourth experiment is [quality of rate shaping](drs-quality.md).",
    "paper",
    (
        Row("jacobs-fairness/tcp-tcp", "fixed", "larger throughput over the smaller, TCP and TCP", "max_min_ratio",
            "1.17", spans=since(10)),
        Row("jacobs-fairness/tcp-udp", "fixed", "throughput of plain UDP", "throughput", "810 kbit/s", flow="second",
            spans=since(10)),
        Row("jacobs-fairness/tcp-udp", "fixed", "throughput of TCP beside it", "throughput", "205 kbit/s", flow="first",
            spans=since(10)),
        Row("jacobs-fairness/tcp-media", "fixed", "media without control over TCP", "tcp_ratio", "3.95",
            spans=since(10)),
        Row("jacobs-fairness/tcp-media", "tcp-cwnd", "media over TCP", "tcp_ratio", "1.15", least=0.87, most=1.15,
            spans=since(10),
            note="`jacobs-fairness/tcp-media`: over some seeds media take more of TCP than in the paper. Random losses "
                 "fall on both by chance, and sound is not held back by the window."),
        Row("jacobs-fairness/media-media", "tcp-cwnd", "larger throughput over the smaller", "max_min_ratio", "1.06",
            most=1.06, spans=since(10),
            note="`jacobs-fairness/media-media`: which call meets more of the random losses decides. The paper's 6 % "
                 "is one measurement, and its two TCP connections differ by more."),
        Row("jacobs-fairness/tcp-media", "tcp-cwnd", "media over TCP, window as printed", "tcp_ratio", "1.15",
            least=0.87, most=1.15, spans=since(10), parameters=WINDOW_PRINTED,
            note="The window as printed is full until a report, each 20 to 100 ms; the paper acknowledges each "
                 "packet."),
        Row("jacobs-fairness/media-media", "tcp-cwnd", "larger throughput over the smaller, window as printed",
            "max_min_ratio", "1.06", most=1.06, spans=since(10), parameters=WINDOW_PRINTED),
        Row("jacobs-bottleneck", "tcp-cwnd", "least rate in the first 20 s", "least_operating_rate",
            "dips to 180 kbit/s", spans=between(0, 20)),
        Row("jacobs-bottleneck", "tcp-cwnd", "rate after that", "operating_rate", "200 kbit/s", least=195, most=210,
            spans=since(20), note=RARE_REPORTS),
        Row("jacobs-bottleneck", "tcp-cwnd", "least rate after that", "least_operating_rate",
            "never 15 kbit/s below 200", least=185, spans=since(20), note=RARE_REPORTS),
        Row("jacobs-bottleneck", "tcp-cwnd", "time in the buffer, each minute from 60 s", "send_delay",
            "near b_d: 2400 ms at 200 kbit/s", least=2000, most=2800, spans=EACH_MINUTE),
        Row("jacobs-bottleneck", "tcp-cwnd", "times the buffer was full", "frames_skipped", "none", most=0),
        Row("jacobs-bottleneck", "tcp-cwnd", "packets lost", "loss", spans=since(20)),
        Row("jacobs-bottleneck", "tcp-cwnd", "rate after 20 s, window as printed", "operating_rate", "200 kbit/s",
            least=195, most=210, spans=since(20), parameters=WINDOW_PRINTED),
        Row("jacobs-bottleneck", "tcp-cwnd", "least rate after 20 s, window as printed", "least_operating_rate",
            "never 15 kbit/s below 200", least=185, spans=since(20), parameters=WINDOW_PRINTED),
        Row("jacobs-bottleneck", "tcp-cwnd", "times the buffer was full, window as printed", "frames_skipped", "none",
            most=0, parameters=WINDOW_PRINTED),
        Row("jacobs-bottleneck", "fixed", "packets lost without control", "loss", spans=since(20)),
        Row("jacobs-wan/adapts", "tcp-cwnd", "times the buffer was full", "frames_skipped", "none", most=0),
        Row("jacobs-wan/adapts", "tcp-cwnd", "rate from 150 s", "operating_rate", "about 180 kbit/s", least=150,
            spans=since(150)),
        Row("jacobs-wan/does-not-adapt", "tcp-cwnd", "times the buffer was full, before 120 s", "frames_skipped",
            "none", most=0, spans=between(0, 120)),
        Row("jacobs-wan/does-not-adapt", "tcp-cwnd", "times the buffer was full, from 121 s", "frames_skipped",
            "overflows from 120 s on", least=500, spans=since(121)),
    ))


# Latecki 2004.

TRENDS_PRINTED = ("noise_factor=0", "arrival_share=0", "most_steady_time=10")


def as_printed(rows: tuple[Row, ...]) -> tuple[Row, ...]:
    """The rows of mode owd-trend once more, with the paper's own values in place of ours."""
    return rows + tuple(row._replace(what=f"{row.what}, as printed", parameters=TRENDS_PRINTED, note="")
                        for row in rows if row.mode == "owd-trend")


LATECKI = Section(
    "Latecki 2004: trends of the sound's delay",
    "Figure 1 itself, phases over 32 packets of sound, is the unit test "
    "`OwdTrend.FindsThePhasesOfFigureOneBeforeAnyLoss`.",
    "paper",
    as_printed((
        Row("latecki-udp", "fixed", "sound concealed without control", "audio_loss", "4.77 %", spans=since(10),
            note="`latecki-udp` without control: our sound has twice the paper's packets, and repairs of video add "
                 "load."),
        Row("latecki-udp", "fixed", "packets lost without control", "loss"),
        Row("latecki-udp", "owd-trend", "packets lost", "loss", "0 %", most=0),
        Row("latecki-udp", "owd-trend", "sound concealed", "audio_loss", "0 %", most=0, spans=since(10),
            note="`latecki-udp`: an attempt at a higher rate makes a queue of 30 to 80 ms, for which the jitter buffer "
                 "must first grow."),
        Row("latecki-udp", "owd-trend", "path used", "utilisation", spans=since(10)),
    )) + as_printed((
        Row("latecki-tcp", "fixed", "queueing delay without control, video over TCP", "queueing_delay_p50", "1221 ms",
            spans=since(20),
            note="`latecki-tcp` without control: with twice the packets of sound, fewer of the 50 in the queue are "
                 "large."),
        Row("latecki-tcp", "owd-trend", "queueing delay, video over TCP", "queueing_delay_p50", "2 ms", most=2,
            spans=since(20),
            note="`latecki-tcp`: a packet of video alone takes some 20 ms at 100 kbit/s."),
        Row("latecki-tcp", "owd-trend", "packets lost, video over TCP", "loss", "below 0.01 %", most=0.01),
    )) + as_printed((
        Row("latecki-detect", "fixed", "packets lost without control, video on", "loss", "", spans=between(45, 80)),
        Row("latecki-detect", "owd-trend", "packets lost", "loss", "increase found before any loss", most=0),
        Row("latecki-detect", "owd-trend", "queueing delay p95, video on", "queueing_delay_p95", spans=between(45, 80)),
        Row("latecki-detect", "owd-trend", "queueing delay p95, after video", "queueing_delay_p95", "decrease found",
            most=20, spans=since(90)),
    )))


# Wakamiya 2001.

MOST_FRIENDLINESS = 1.125  # The most of all the paper's figures.
COUNTS = ("1", "2", "5", "10")
INTERVALS = ("1-rtt", "1-gop", "16-rtt", "32-rtt", "64-rtt")


SNR_OF_AI = ("`wakamiya-friendliness`: an interval of 32 round trips adds 2.4 Mbit/s as printed, which is more than "
             "doubling; ours, limited to 1.5 times, is the steadier.")
PLAIN, ADDITIVE = ("variant=0", "most_growth=1000"), ("most_growth=1000",)


def friendliness(what: str, paper: str, mode: str = "mpeg-tfrcp", metric: str = "tcp_ratio", **more) -> tuple[Row, ...]:
    return tuple(Row(f"wakamiya-friendliness/{n}", mode, what, metric, paper, spans=since(15), **more) for n in COUNTS)


def quality(what: str, deviation: str, parameters: tuple[str, ...], snr: str = "30.5 dB") -> tuple[Row, ...]:
    """The SNR of ten calls and its deviation; other variants are compared with the plain one."""
    run, beside = "wakamiya-friendliness/10", {}
    if parameters != PLAIN:
        beside = {"beside": (run, "mpeg-tfrcp"), "beside_parameters": PLAIN, "note": SNR_OF_AI}
    row = lambda name, metric, paper, **bounds: Row(
        run, "mpeg-tfrcp", f"{name}, {what}", metric, paper, spans=since(15), parameters=parameters, **beside,
        **(bounds if beside else {}))
    return (row("SNR", "coded_snr", snr, least=0), row("its deviation", "coded_snr_deviation", deviation, most=0))


WAKAMIYA = Section(
    "Wakamiya 2001: TCP's equation",
    "Friendliness (`tcp_ratio`) is the mean rate of media over that of TCP, from 15 s on; 1 is best. The bounds are "
    "the least of each variant in the paper and the most of all, 1.125. SNR is of what leaves, by the quantiser map of "
    "our clip (Foreman, 352x288; the paper's: 704x480); AI is to be better and steadier than plain.",
    "paper",
    friendliness("no control", "about 41", "fixed") +
    friendliness("plain, as printed", "0.374 to 1.125", least=0.374, most=MOST_FRIENDLINESS,
                 parameters=PLAIN) +
    quality("plain, as printed", "25.4 to 39.0 dB", PLAIN, snr="29.5 dB") +
    friendliness("AI, as printed", "0.439 to 1.002", least=0.439, most=MOST_FRIENDLINESS, parameters=ADDITIVE) +
    quality("AI, as printed", "28.6 to 36.1 dB", ADDITIVE) +
    friendliness("AI, ours", "0.439 to 1.002", least=0.439, most=MOST_FRIENDLINESS) +
    quality("AI, ours", "28.6 to 36.1 dB", ()) +
    tuple(Row(f"wakamiya-interval/{case}", "mpeg-tfrcp", "friendliness by interval", "tcp_ratio", "0.587 to 0.749",
              least=0.587, most=MOST_FRIENDLINESS, spans=since(15),
              note="`1-rtt`: of some 24 packets a single lost one is 4 %, and the rate falls to the least: 0.3 Mbit/s, "
                   "in the paper 1.12."
              if case == "1-rtt" else "")
          for case in INTERVALS))


# Papadimitriou 2007.

FTP_COUNTS = (1, 5, 10, 20, 30)
CALL_COUNTS = (1, 10, 20, 30, 40, 50)


def dumbbell(ftp: int) -> tuple[Row, ...]:
    row = lambda what, metric, paper, **more: Row(f"ssvp-dumbbell/ftp-{ftp}", "ssvp", what, metric, paper, **more)
    gaps = "rarely" if ftp == 1 else ""
    return (row("TCP's normalised throughput", "tcp_share", "nearly 1", least=0.9, most=1.1, spans=since(5)),
            row("path used", "utilisation", "above 80 %", least=80, spans=since(5)),
            row("gaps above 100 ms", "delayed_packets", gaps, most=1 if ftp == 1 else None))


SSVP_PRINTED = ("round_packets=1", "reordering=1", "timeout=1")


def dumbbell_as_printed(ftp: int) -> Row:
    return Row(f"ssvp-dumbbell/ftp-{ftp}", "ssvp", "TCP's normalised throughput, as printed", "tcp_share", "nearly 1", least=0.9,
               most=1.1, spans=since(5), parameters=SSVP_PRINTED,
               note="`ssvp-dumbbell` as printed takes more than TCP, which waits for time-outs.")


def goodput(calls: int, what: str, parameters: tuple[str, ...] = (), note: str = "") -> Row:
    run = f"ssvp-complex/media-{calls}"
    return Row(run, "ssvp", what, "goodput", "more than TFRC's", least=0, spans=since(10), parameters=parameters,
               beside=(run, "tfrc"), beside_parameters=("segment_size=1000",), note=note)


LESS_THAN_TFRC = ("`ssvp-complex`: a round trip of ten packets at least, for TCP's share in `ssvp-dumbbell`, costs "
                  "half of the difference: with `round_packets=1` 1 and 10 calls have 323 and 272 kbit/s. With the mean size of "
                  "packets, RFC 5348's own choice, `tfrc` has 53 to 89.")


def many_calls(calls: int) -> tuple[Row, ...]:
    return (goodput(calls, "goodput of a call", note=LESS_THAN_TFRC),
            Row(f"ssvp-complex/media-{calls}", "ssvp", "gaps above 100 ms", "delayed_packets", "most within", most=5))


PAPADIMITRIOU = Section(
    "Papadimitriou 2007: AIMD on the gap between packets",
    "TFRC is mode `tfrc` with `segment_size=1000`; TCP-Real is missing. Goodput is of video that came at once.",
    "paper",
    tuple(row for ftp in FTP_COUNTS for row in dumbbell(ftp)) +
    tuple(map(dumbbell_as_printed, FTP_COUNTS)) +
    tuple(row for calls in CALL_COUNTS for row in many_calls(calls)) +
    tuple(goodput(calls, "goodput of a call, as printed", SSVP_PRINTED) for calls in CALL_COUNTS[:2]))


# RFC 8867 with the default mode. Spans: when all flows have begun; that of the start; those around each rise.

SLOW, SLOWER = "rfc8867-5.1/delay-50ms", "rfc8867-5.1/delay-100ms"
JITTER, LOSS = "capacity-jitter", "capacity-loss"
FIVE_ONE_START, FIVE_ONE_RISES = between(0, 40), ((30, 60), (70, 100))


LONGER_ROUND_TRIP = ("`rfc8867-5.1`: the sender knows of the drop a round trip later; what is too much until then "
                     "waits or is lost.")


def today(run: str, what: str, metric: str, theirs: str = "", **more) -> Row:
    return Row(run, "2d", what, metric, theirs, **more)


def variable_capacity(run: str, theirs: bool) -> tuple[Row, ...]:
    row = lambda what, metric, figure, **more: today(run, what, metric, figure if theirs else "", **more)
    return (row("used of what the source can use", "usable_utilisation", "91 %", least=95),
            row("queueing delay p95", "queueing_delay_p95", "33 ms", most=33, note=LONGER_ROUND_TRIP),
            row("queueing delay p99", "queueing_delay_p99", "", most=60, note=LONGER_ROUND_TRIP),
            row("packets lost in the 5 s after the drop", "loss_after_drop", "5.2 %", most=2, note=LONGER_ROUND_TRIP),
            row("queue drained after the drop", "drain_time", "0.8 s", most=0.8, note=LONGER_ROUND_TRIP),
            row("start to 85 %", "time_to_85", "1.6 s", most=1.5, spans=FIVE_ONE_START,
                note="The start fills the path within a second; while the queue of this is drained, the rate is a "
                     "little below 85 %."),
            row("rise at 40 s to 85 %", "time_to_85", "2.0 s", most=2, spans=FIVE_ONE_RISES[:1]),
            row("rise at 80 s to 85 %", "time_to_85", "2.4 s", most=2, spans=FIVE_ONE_RISES[1:]),
            row("reports, of the bytes of media", "feedback_overhead", "", most=2,
                note="Reports are for speed: some 50 a second with two bytes a packet, 172 bytes with their "
                     "headers."))


MORE_THAN_RENO = ("`rfc8867-5.6`, `rfc8869-4.1`: a call that competes gives way to 0.62 of its window at a loss, Reno "
                  "to 0.5.")


def beside_tcp(run: str) -> tuple[Row, ...]:
    return (today(run, "media over TCP", "tcp_ratio", "0.03 to 0.16", least=0.5, most=1.5, spans=since(20),
                  note=MORE_THAN_RENO),
            today(run, "frames shown", "frames_per_second", "about 1 frame/s", least=24, spans=since(20)),
            today(run, "sound concealed", "audio_loss", most=1, spans=since(20),
                  note="`rfc8867-5.6`: packets of sound are also lost when TCP overflows its queue."))


BESIDE_WIRELESS = ("alone", "beside-udp", "beside-tcp")


def behind_wireless_lan(case: str) -> tuple[Row, ...]:
    row = lambda what, metric, **more: today(f"rfc8869-4.1/{case}", what, metric, spans=between(10, 119), **more)
    return (row("path used", "utilisation", least=90),
            row("frames shown", "frames_per_second", least=24),
            row("queueing delay p95, down", "queueing_delay_p95", flow="down"))


# (run, when all flows have begun, spans of starts, spans around rises of capacity)
RFC_RUNS = (
    (SLOW, 5, FIVE_ONE_START, FIVE_ONE_RISES),
    (SLOWER, 5, FIVE_ONE_START, FIVE_ONE_RISES),
    ("rfc8867-5.2", 5, between(0, 25), ((40, 75), (90, 125))),
    ("rfc8867-5.3", 5, between(0, 20), ()),
    ("rfc8867-5.4", 60, (), ()),
    ("rfc8867-5.5", 60, (), ()),
    ("rfc8867-5.6/queue-300ms", 20, (), ()),
    ("rfc8867-5.6/queue-1000ms", 20, (), ()),
    ("rfc8867-5.7", 30, (), ()),
    ("rfc8867-5.8", 5, (), ()),
    (JITTER, 5, FIVE_ONE_START, FIVE_ONE_RISES),
    (LOSS, 5, FIVE_ONE_START, FIVE_ONE_RISES),
)
WITH_SEVERAL_CALLS = ("rfc8867-5.2", "rfc8867-5.4", "rfc8867-5.5", "rfc8867-5.7", "rfc8867-5.8")
WITH_DROPS = (SLOW, SLOWER, "rfc8867-5.2", "rfc8867-5.3", JITTER, LOSS)


def all_figures(run: str, begun: float, start: tuple, rises: tuple) -> tuple[Row, ...]:
    row = lambda what, metric, spans=WHOLE: today(run, what, metric, spans=spans)
    figures = [row("used, %", "usable_utilisation"), row("queue p50, ms", "queueing_delay_p50"),
               row("p95", "queueing_delay_p95"), row("p99", "queueing_delay_p99"), row("lost, %", "loss")]
    if run in WITH_DROPS:
        figures += [row("after drops, %", "loss_after_drop"), row("drained in, s", "drain_time")]
    figures += [row("start, s", "time_to_85", start)] if start else []
    figures += [row("rises, s", "time_to_85", rises)] if rises else []
    if run in WITH_SEVERAL_CALLS:
        figures += [row("Jain", "jain", since(begun)), row("max:min", "max_min_ratio", since(begun))]
    figures += [row("media : TCP", "tcp_ratio", since(begun))] if "5.6" in run else []
    return tuple(figures) + (row("frames/s", "frames_per_second", since(begun)), row("stops", "freezes", since(begun)),
                             row("sound concealed, %", "audio_loss", since(begun)),
                             row("reports, %", "feedback_overhead"))


RFC_8867 = Section(
    "RFC 8867 and 8869: the default mode beside today's implementations",
    "The RFCs have no figures. Today's are of implementations in use, measured on another rig with a delay of 50 ms and "
    "a queue of 300 ms; their 33 ms include a packet's own transmission, which ours leave out. The bounds are our "
    "targets, for which mode `2d` was tuned in RFC 8867's cases. Of RFC 8869 two are as its authors' ns3-rmcat has them: "
    "4.1's wired link, queue and traffic, 3.1's delay of 40 ms and a call a user. The wireless LAN of 26 Mbit/s, the "
    "cell of 6 and its short transfers are stand-ins.",
    "today's",
    variable_capacity(SLOW, True) + variable_capacity(SLOWER, False) + (
        today(JITTER, "used of what the source can use", "usable_utilisation", "93.5 %", least=-5, beside=(SLOW, "2d"),
              note="`capacity-jitter`: jitter of 30 ms is often taken for a queue."),
        today(LOSS, "used of what the source can use", "usable_utilisation", "83 %", least=90),
        today("rfc8867-5.4", "Jain's index, from 60 s", "jain", least=0.98, spans=since(60),
              note="`rfc8867-5.4`: of three calls the one with most has 1.55 times what the one with least has. With a "
                   "window that waits for late reports it was 1.37, but frames came later on most paths."),
        today("rfc8867-5.5", "largest over smallest throughput, from 60 s", "max_min_ratio", most=1.5, spans=since(60),
              note="`rfc8867-5.5`: calls keep unequal shares for minutes, whatever their round trips."),
    ) + beside_tcp("rfc8867-5.6/queue-300ms") + beside_tcp("rfc8867-5.6/queue-1000ms") + (
        Row("rfc8867-6.1", "nada", "throughput with twice the priority over others", "max_min_ratio",
            "", least=1.5, most=2.5, spans=since(60)),
        today("rfc8867-6.2/5.1", "used of what the source can use", "usable_utilisation", least=80),
        today("rfc8867-6.2/5.1", "queueing delay p95", "queueing_delay_p95", most=33),
        today("rfc8867-6.2/5.4", "Jain's index, from 60 s", "jain", least=0.98, spans=since(60)),
        today("rfc8867-6.2/5.6", "media over TCP", "tcp_ratio", least=0.5, most=1.5, spans=since(20)),
        today("rfc8867-6.3", "used of the narrowest link", "utilisation", least=90, spans=since(30)),
        today("rfc8867-6.3", "the first call, of its fair share", "fair_share_use", least=80, flow="first",
              spans=since(30)),
        today("rfc8869-3.1", "used of what the sources can use", "usable_utilisation", least=80, spans=since(30)),
        today("rfc8869-3.1", "largest over smallest throughput", "max_min_ratio", most=1.5, spans=since(30)),
        today("rfc8869-3.1", "queueing delay p95", "queueing_delay_p95", spans=since(30)),
    ) + tuple(row for case in BESIDE_WIRELESS for row in behind_wireless_lan(case)) + (
        today("rfc8869-4.1/beside-tcp", "media over TCP", "tcp_ratio", least=0.5, most=1.5, spans=between(45, 80),
              note=MORE_THAN_RENO),
    ),
    "All figures of mode `2d`. Frames, stops of the picture, sound and shares are from when all flows have begun: 60 s in "
    "5.4 and 5.5, 20 s in 5.6, 30 s in 5.7, 5 s else.",
    tuple(row for run in RFC_RUNS for row in all_figures(*run)))


# Queues under active management, and policers, with the default mode.

ALONE = ("codel", "fq-codel", "pie", "dualpi2")
POLICED = ("policer/burst-20kB", "policer/burst-100kB")


def managed_figures(run: str) -> tuple[Row, ...]:
    row = lambda what, metric: today(run, what, metric, spans=since(20))
    figures = (row("used, %", "utilisation"), row("queue p50, ms", "queueing_delay_p50"),
               row("p95", "queueing_delay_p95"), row("lost, %", "loss"), row("frames/s", "frames_per_second"),
               row("sound concealed, %", "audio_loss"))
    return figures + ((row("media : TCP", "tcp_ratio"),) if run.endswith("-tcp") else ())


MANAGED = Section(
    "Queues under active management, and policers: the default mode",
    "The RFCs have no figures of calls. CoDel, FQ-CoDel, PIE and DualPI2 have a link of 2 Mbit/s, for the call alone and "
    "beside a Reno flow; the policer passes 1 Mbit/s. DualPI2 alone marks packets.",
    "theirs",
    tuple(today(f"aqm/{case}-tcp", "media over TCP", "tcp_ratio", least=0.5, most=1.5, spans=since(20),
                note="`aqm`: a queue that stays short shows no competitor, and the call gives way to its delay alone.")
          for case in ALONE) +
    tuple(today(run, "packets lost", "loss", most=2, spans=since(20),
                note="`policer`: without a queue there are only losses to answer, and a full bucket hides the rate.")
          for run in POLICED),
    "All figures of mode `2d`, from 20 s on.",
    tuple(row for run in (*(f"aqm/{case}" for case in ALONE), *(f"aqm/{case}-tcp" for case in ALONE), *POLICED)
          for row in managed_figures(run)))

SECTIONS = (NEE, JACOBS, LATECKI, WAKAMIYA, PAPADIMITRIOU, RFC_8867, MANAGED)
