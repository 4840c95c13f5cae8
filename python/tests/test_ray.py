"""Passes over Ray: two nodes on loopback, one of which is killed in the middle. Skipped aloud without ray."""

import json
import os
import subprocess
import sys
import tempfile
import unittest

import tesuji

try:
    import pyarrow
    import ray
    from ray.cluster_utils import Cluster
except ImportError:
    ray = None


def command(*args):
    return subprocess.run([sys.executable, "-m", "tesuji", *args], capture_output=True, text=True)


def read(path):
    with open(path, encoding="utf-8") as text:
        return text.read()


@unittest.skipIf(ray is None, "SKIPPED: ray or pyarrow is not installed")
class OverTwoNodes(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.path = lambda cls_or_self, name: os.path.join(cls.folder.name, name)
        cls.source = os.path.join(cls.folder.name, "all.jsonl")
        made = list(tesuji.genre("akari").generate(30, size="6x6", seed=3, time=600))
        made += list(tesuji.genre("sudoku").generate(20, seed=3, time=600))
        tesuji.write_jsonl(cls.source, made)
        cls.cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 2})
        cls.second = cls.cluster.add_node(num_cpus=2)
        ray.init(address=cls.cluster.address, log_to_driver=False)

    @classmethod
    def tearDownClass(cls):
        ray.shutdown()
        cls.cluster.shutdown()
        cls.folder.cleanup()

    def by_command(self, *args, source=None):
        out = self.path("one.jsonl")
        if os.path.exists(out):
            os.remove(out)
        done = command(*args, "-q", "--out", out, source or self.source)
        self.assertIn(done.returncode, (0, 1), done.stderr)
        return read(out)

    def test_records_without_a_source_get_their_file_and_line(self):
        import tesuji.ray

        with open(self.source, encoding="utf-8") as lines:
            bare = [json.loads(line) for line in lines]
        source, target = self.path("bare.jsonl"), self.path("bare-graded.jsonl")
        with open(source, "w", encoding="utf-8") as text:
            for record in bare[:12]:
                text.write(json.dumps({"genre": record["genre"], "puzzle": record["puzzle"], "mine": 1e-7}) + "\n\n")
        tesuji.ray.grade(source, target, size=5)
        self.assertEqual(read(target), self.by_command("grade", source=source))
        self.assertIn('"line":23}', read(target))

    def test_a_node_is_killed_in_the_middle_and_the_bytes_are_those_of_one_machine(self):
        import tesuji.ray

        killed = []

        def progress(done):
            # A node goes away without a word, with the tasks that it is at.
            if done == 3 and not killed:
                killed.append(self.cluster.remove_node(self.second, allow_graceful=False))

        target = self.path("graded.jsonl")
        told = tesuji.ray.grade(self.source, target, size=4, most=8, progress=progress)
        self.assertEqual((told["records"], len(killed)), (50, 1))
        self.assertEqual(read(target), self.by_command("grade"))

    def test_parquet_goes_in_and_out(self):
        import tesuji.parquet
        import tesuji.ray

        source, target = self.path("all.parquet"), self.path("solved.parquet")
        with tesuji.parquet.Writer(source) as out:
            out.write(read(self.source).splitlines())
        tesuji.ray.solve(source, target, size=25)
        lines = [line for batch in tesuji.parquet.lines(target) for line in batch]
        self.assertEqual("\n".join(lines) + "\n", self.by_command("solve"))
        self.assertEqual(pyarrow.parquet.read_schema(target).names, list(tesuji.parquet.COLUMNS))

    def test_checks_and_forms_are_those_of_one_machine(self):
        import tesuji.ray

        target = self.path("checked.jsonl")
        tesuji.ray.check(self.source, target, size=10)
        self.assertEqual(read(target), self.by_command("check", "--all"))
        target, folder = self.path("clusters.jsonl"), self.path("mined")
        tesuji.ray.mine(self.source, target, "akari", size=7)
        done = command("discover", "mine", "-q", "--genre", "akari", "--out", folder, self.source)
        self.assertIn(done.returncode, (0, 1), done.stderr)
        self.assertEqual(read(target), read(os.path.join(folder, "clusters.jsonl")))

    def test_what_cannot_be_read_is_named(self):
        import tesuji.ray

        with self.assertRaisesRegex(RuntimeError, "exit code 2"):
            tesuji.ray.grade(self.source, self.path("no.jsonl"), args=["--no-such-option"])
        self.assertFalse(os.path.exists(self.path("no.jsonl")))
        with open(self.path("not.parquet"), "wb") as out:
            out.write(b"PAR1 and nothing more")
        with self.assertRaisesRegex(ValueError, "not.parquet"):
            tesuji.ray.grade(self.path("not.parquet"), self.path("no.jsonl"))


class WithoutRay(unittest.TestCase):
    def test_shards_are_the_bytes_of_one_run(self):
        with tempfile.TemporaryDirectory() as folder:
            path = lambda name: os.path.join(folder, name)
            tesuji.write_jsonl(path("all.jsonl"), list(tesuji.genre("akari").generate(9, size="6x6", seed=3)))
            self.assertEqual(command("grade", "-q", "--out", path("one.jsonl"), path("all.jsonl")).returncode, 0)
            if os.name == "posix":
                # As by hand: three processes at a time.
                call = f"{sys.executable} -m tesuji grade -q --threads 1 --shard I/4 --out {path('parts')} {path('all.jsonl')}"
                subprocess.run(f"seq 1 4 | xargs -P 3 -I I {call}", shell=True, check=True, capture_output=True)
                merged = command("corpus", "merge", "-q", "--out", path("merged.jsonl"), path("parts"))
                self.assertEqual(merged.returncode, 0, merged.stderr)
                self.assertEqual(read(path("merged.jsonl")), read(path("one.jsonl")))


if __name__ == "__main__":
    unittest.main()
