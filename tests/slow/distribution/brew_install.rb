# Installs a formula as Homebrew does, from the files of a release in a directory, then runs the formula's own test.
# Usage: ruby brew_install.rb FORMULA RELEASE_DIR PREFIX
require "digest"
require "fileutils"
require "open3"
require "pathname"
require "rbconfig"
require "tmpdir"

FORMULA, RELEASE, PREFIX = ARGV.map { |path| Pathname(path).expand_path }

# A file of the release, with its sum.
class Download
  def url(address) = @name = address.split("/").last
  def sha256(sum) = @sum = sum

  def stage
    Dir.mktmpdir do |dir|
      sum = Digest::SHA256.file(RELEASE/@name).hexdigest
      raise "#{@name}: #{sum} instead of #{@sum}" if sum != @sum

      FileUtils.cp RELEASE/@name, dir
      Dir.chdir(dir) { yield }
    end
  end
end

# A directory of the prefix.
class Directory < Pathname
  def install(what)
    mkpath
    what = { what => File.basename(what) } if what.is_a? String
    what.each { |from, to| FileUtils.mv from, self/to }
  end
end

# The part of Homebrew's language that the formula uses.
class Formula
  class << self
    attr_reader :main, :resources, :check

    %i[desc homepage version license].each { |name| define_method(name) { |_| } }
    def on_macos = (yield if RbConfig::CONFIG["host_os"].include?("darwin"))
    def on_linux = (yield if RbConfig::CONFIG["host_os"].include?("linux"))
    def on_arm = (yield if RbConfig::CONFIG["host_cpu"].match?(/arm|aarch/))
    def on_intel = (yield if RbConfig::CONFIG["host_cpu"].include?("x86"))
    def url(address) = (@main ||= Download.new).url(address)
    def sha256(sum) = @main.sha256(sum)
    def resource(name, &block) = (@resources ||= {})[name] = Download.new.tap { |it| it.instance_eval(&block) }
    def test(&block) = @check = block
  end

  { bin: "bin", bash_completion: "etc/bash_completion.d", fish_completion: "share/fish/vendor_completions.d" }
    .each { |name, path| define_method(name) { Directory.new(PREFIX/path) } }

  def resource(name) = self.class.resources.fetch(name)
  def chmod(mode, path) = FileUtils.chmod(mode, path)
  def testpath = @testpath ||= Pathname(Dir.mktmpdir)

  def shell_output(command)
    output, status = Open3.capture2(command)
    raise "#{command}: #{status}" unless status.success?

    output
  end

  def assert_match(wanted, text) = (raise "no #{wanted} in #{text}" unless text.include?(wanted))
end

load FORMULA.to_s
Fossick.main.stage { Fossick.new.install }
Fossick.new.instance_eval(&Fossick.check)
puts Dir.glob("**/*", base: PREFIX).select { |path| File.file? PREFIX/path }.sort
