"""The figures as Prometheus reads them."""

from __future__ import annotations

from prometheus_client.parser import text_string_to_metric_families

from server.condition import Condition
from server.figures import Figures
from server.metrics import Metrics


def test_every_figure_can_be_read_back() -> None:
    figures = Figures()
    figures.accepted, figures.messages = 5, 70
    figures.ended["slow"] = 2
    condition = Condition("paused", "1", "den", 3.0, 3, {"running": 2}, 1, 2, "disk_full")
    text = Metrics(lambda: condition, figures, lambda: 400).text().decode()
    samples = {
        (sample.name, *sample.labels.values()): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }
    assert samples["magnate_connections",] == 3
    assert samples["magnate_connections_accepted_total",] == 5
    assert samples["magnate_connections_ended_total", "slow"] == 2
    assert samples["magnate_events_stored_total",] == 400
    assert samples["magnate_messages_total",] == 70
    assert samples["magnate_tables", "running"] == 2
    assert samples["magnate_tables", "lobby"] == 0
    assert samples["magnate_tables_broken",] == 1
    assert samples["magnate_tables_held_up",] == 2
    assert samples["process_open_fds",] > 0
